# The reference venue by default, every other command by name: docker run IMAGE conform --target URL
FROM node:24.21.0-bookworm-slim AS compiled
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npx tsx .ci/build.ts

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .ci/locked ./
# With what only a venue that lasts needs: its stores and the sign-in. As optional peers of the project
# npm would leave them out of its own folder.
RUN npm ci --omit=dev && npm pkg delete devDependencies peerDependencies && npm install --no-save \
  $(sh ./locked knex sqlite3 pg oidc-provider openid-client) && npm cache clean --force

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production TOUCHSTONE_STORE=sqlite:/data/venue.sqlite
COPY --from=packages /app/node_modules node_modules
COPY --from=compiled /app/dist dist
COPY package.json touchstone.mjs ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:9000/ready').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "/app/touchstone.mjs"]
CMD ["serve", "--host", "0.0.0.0"]
