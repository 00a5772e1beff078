/** `spot`: the price of bitcoin and whether it can be had, again when either changed. D-111, D-152. */
import { spotRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";
import { whole } from "./whole.ts";

/** Shape: `last` is null before the first price; time moves it, no command. */
export const spotChannel: OpenChannel = ({ feed, clock }) =>
  whole(() => {
    const { status, last } = feed.health(clock.nowMs());
    return { status, last: last === null ? null : spotRecord(last) };
  });
