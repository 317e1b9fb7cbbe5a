# Untested where it was written: no Docker engine was at hand.
FROM node:22-bookworm-slim AS build
WORKDIR /srv/innoe
COPY . .
RUN bin/setup

FROM node:22-bookworm-slim
WORKDIR /srv/innoe
COPY --from=build --chown=node:node /srv/innoe /srv/innoe
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=8080 INNOE_DATA=/data
VOLUME /data
EXPOSE 8080
# Alive is enough: a database that is away is no reason to restart us.
HEALTHCHECK --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["bin/innoe", "start"]
