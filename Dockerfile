# How to use this: docs/deploy.md
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
# In a layer of its own: it is made anew only when a dependency changes.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs
# What is left is what the server imports: the console's packages are in the build, the tools are not needed any more.
RUN node scripts/console-packages.ts > /tmp/console-packages \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund $(cat /tmp/console-packages) \
  && rm -rf node_modules/.cache

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4400 DATA_DIR=/data SEED=none
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/dist dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which keeps the stop signal to itself; otherwise as `npm start`.
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
