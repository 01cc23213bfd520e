# The server alone, over HTTP; Neo4j runs beside it (docker-compose.yml).
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN python -m pip install --no-cache-dir build && python -m build --wheel --outdir /wheel

FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 RECUERDO_HOME=/var/lib/recuerdo
# A fixed number, so that a volume keeps its owner when the image is rebuilt.
RUN useradd --uid 10001 --create-home --home-dir /home/recuerdo recuerdo \
    && install -d -o recuerdo -g recuerdo "$RECUERDO_HOME"
COPY --from=build /wheel /wheel
RUN python -m pip install --no-cache-dir /wheel/*.whl && rm -rf /wheel && python -m compileall -q /usr/local/lib
USER recuerdo
# Holds the converted weights of the embedder: made again when lost.
VOLUME /var/lib/recuerdo
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=6 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/health', timeout=4)"]
ENTRYPOINT ["recuerdo"]
CMD ["serve", "--http", "0.0.0.0:8765"]
