# The local service as an image: one program and the libraries that it loads, no shell, no root. infra/build/image puts
# together what is copied here.
FROM scratch
COPY root/ /
COPY --chown=65532:65532 data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["/colonnade", "health"]
# Its data is in .local of the volume. Options of `docker run` follow.
ENTRYPOINT ["/colonnade", "--host", "0.0.0.0"]
