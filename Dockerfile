# The image: everything is built with all tools in one stage, and the next one keeps what runs. No install script is needed, so none is run.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --include=dev --ignore-scripts
COPY tsconfig.json vite.config.ts ./
COPY protocol ./protocol
COPY server ./server
COPY client ./client
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
# Half of what they bring is for those who write programs, or for another C library.
RUN find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete \
  && rm -rf node_modules/@types node_modules/@libsql/linux-*-musl node_modules/@resvg/*-musl node_modules/@img/*linuxmusl*
RUN mkdir /data /backups

# Debian's C and C++ libraries, and Node: no shell and no package manager, which nothing here needs.
FROM gcr.io/distroless/cc-debian12
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY scripts/backup.mjs scripts/restore.mjs scripts/import.mjs scripts/operate.mjs scripts/doctor.mjs scripts/doctor-checks.mjs ./scripts/
COPY --from=packages --chown=1000:1000 /data /data
COPY --from=packages --chown=1000:1000 /backups /backups
# Whose the volumes of earlier images are.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
