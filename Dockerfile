# The reference venue by default, every other command by name: docker run IMAGE conform --target URL
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production TOUCHSTONE_STORE=sqlite:/data/venue.sqlite
COPY --from=packages /app/node_modules node_modules
COPY . .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:9000/ready').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "/app/touchstone.mjs"]
CMD ["serve", "--host", "0.0.0.0"]
