/** Defects of matching, planted in the books of all venues until mocks are restored. */
import { mock } from "node:test";
import { Book, BookSide, type Level } from "../../core/book.ts";
import type { Order } from "../../core/order.ts";

/** What a venue does wrong, and how it is made to. */
interface PlantedDefect {
  title: string;
  /** False where the survey's tapes cannot show it: nobody waits behind an order that is modified. */
  isSurveyed: boolean;
  plant: () => void;
}

const { add, remove, shrink } = Book.prototype;
const { drop } = BookSide.prototype;

export const DEFECTS: readonly PlantedDefect[] = [
  {
    title: "a partly filled order goes to the end of its queue",
    isSurveyed: true,
    plant: () => {
      mock.method(Book.prototype, "shrink", function (this: Book, order: Order, qty: number) {
        shrink.call(this, order, qty);
        remove.call(this, order, order.remainingQty);
        add.call(this, order);
      });
    },
  },
  {
    title: "the newest order of a price goes first",
    isSurveyed: true,
    plant: () => queueBy(() => true),
  },
  {
    title: "the biggest order of a price goes first",
    isSurveyed: true,
    plant: () => queueBy((order, other) => order.remainingQty > other.remainingQty),
  },
  {
    title: "behind a level that is used up the next one is passed over",
    isSurveyed: true,
    plant: () => {
      mock.method(BookSide.prototype, "drop", function (this: BookSide, level: Level) {
        drop.call(this, level);
        this.best = this.levels.at(-2) ?? this.best;
      });
    },
  },
  {
    title: "an order that is amended at its price keeps its place",
    isSurveyed: false,
    plant: keepPlaces,
  },
];

/** Lets an order go before those of its price that this comparison puts behind it. */
function queueBy(isBefore: (order: Order, other: Order) => boolean): void {
  mock.method(Book.prototype, "add", function (this: Book, order: Order) {
    const { head } = this.own(order.isBuy).reach(order.price);
    const later = queueFrom(head).filter((other) => isBefore(order, other));
    addBefore(this, order, later);
  });
}

/** Who comes back to the price that he left last goes before those that waited behind him. */
function keepPlaces(): void {
  let left = { orderId: "", price: 0, behind: [] as Order[] };
  mock.method(Book.prototype, "remove", function (this: Book, order: Order, qty: number) {
    left = { orderId: order.orderId, price: order.price, behind: queueFrom(order.next) };
    remove.call(this, order, qty);
  });
  mock.method(Book.prototype, "add", function (this: Book, order: Order) {
    const isBack = left.orderId === order.orderId && left.price === order.price;
    addBefore(this, order, isBack ? left.behind : []);
  });
}

function addBefore(book: Book, order: Order, later: readonly Order[]): void {
  add.call(book, order);
  for (const one of later) {
    remove.call(book, one, one.remainingQty);
    add.call(book, one);
  }
}

/** An order and all that wait behind it. */
function queueFrom(first: Order | null): Order[] {
  const orders: Order[] = [];
  for (let order = first; order !== null; order = order.next) orders.push(order);
  return orders;
}
