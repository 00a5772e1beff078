// A Koa that answers every request alike, and prints where: node empty-koa.fixture.mjs
import Koa from "koa";

const app = new Koa();
app.use((ctx) => {
  ctx.body = {};
});
const server = app.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
