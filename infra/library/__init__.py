"""What the commands of infra/ share: which functions a commit changes, how they are built, how an alias moves from one version to the next."""
