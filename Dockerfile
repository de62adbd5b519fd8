# docker build --tag captuple:0.1.0 .
# With what the server needs and no more: neither PyTorch (the bundle en-captions-stanza is not served) nor anything that develops or tests.
ARG PYTHON=python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

FROM ${PYTHON} AS build
WORKDIR /build
RUN python -m venv --without-pip /opt/captuple
COPY requirements-image.lock ./
RUN pip --python /opt/captuple/bin/python install --no-cache-dir --require-hashes --no-deps -r requirements-image.lock
COPY pyproject.toml README.md LICENSE ./
COPY proto proto
COPY extractor extractor
COPY formats formats
COPY scoring scoring
COPY service service
COPY training training
COPY models models
RUN pip --python /opt/captuple/bin/python install --no-cache-dir --no-deps .

FROM ${PYTHON}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin captuple
COPY --from=build /opt/captuple /opt/captuple
ENV PATH="/opt/captuple/bin:$PATH" PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 \
    CAPTUPLE_SERVE_ADDRESS=0.0.0.0:50051 CAPTUPLE_SERVE_METRICS_ADDRESS=0.0.0.0:9464
USER captuple
WORKDIR /tmp
EXPOSE 50051 9464
# Of a server without TLS; with TLS, say --ca and --server-name.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-m", "service.rpc.probe", "127.0.0.1:50051"]
ENTRYPOINT ["captuple"]
# Beyond the container's loopback a server needs a certificate, or to be told that none is wanted:
# docker run --env CAPTUPLE_SERVE_INSECURE=true ...
CMD ["serve"]
