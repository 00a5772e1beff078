/** A channel whose every message is the whole record, sent again when it differs: market, wallet. */
import type { Channel } from "./channel.ts";

/** `read` gives the record as it is now. */
export function whole(read: () => object): Channel {
  let sent = JSON.stringify(read());
  return {
    snapshot: read,
    take() {},
    changes() {
      const record = read();
      const text = JSON.stringify(record);
      if (text === sent) return null;
      sent = text;
      return record;
    },
  };
}
