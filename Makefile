# What `sam build` asks for each function: its program, from one run of cargo for all (infra/build/functions).
# FUNCTIONS="plans merchant" builds only these; ARCHITECTURE=x86_64 is for `sam local` on an x86 machine.
build-%:
	@infra/build/functions --resource $* --into $(ARTIFACTS_DIR)
