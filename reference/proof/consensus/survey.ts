/**
 * What the survey publishes: five workloads, and the hash of the reports that its engines agree on.
 * Source: github.com/flash1-dev/matching-engine-benchmark at 41656c8 (MIT), workload/scenarios.json
 * and reference/correctness_hash.txt; arXiv 2606.01183.
 */
import { drawn, type Tape } from "./tape.ts";
import { type PricePath, Workload } from "./workload.ts";

/** Shape: hashes are SHA-256 in hex. */
interface Survey {
  name: string;
  path: PricePath;
  /** Of all reports, as published. */
  reports: string;
  /** Ours, of the drawn prices. */
  prices: string;
}

/** From the market that moves least to the one that moves most. */
export const SURVEYED: readonly Tape[] = [
  surveyed({
    name: "static",
    path: { volatility: 0, swing: 0 },
    reports: "9803843ee404fc29c9a0aa5614f8f0d5a58b5c44fcac9ef89067886fcaaa30d1",
    prices: "0355c4d9e6e81d924d74c26473d8a6f6f0cbc5a4cf43f1a77a200c586e6be473",
  }),
  surveyed({
    name: "normal",
    path: { volatility: 0.15, swing: 0.02 },
    reports: "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e",
    prices: "9dcbc09401e2fde0d2297cb715bfa6e637f51cf7ceefff3eca54ab2cd7e7b6ca",
  }),
  surveyed({
    name: "swing-25",
    path: { volatility: 0.5, swing: 0.25 },
    reports: "61a84be9469661bd039e00dbc9a7c011e70b6ace37aadfe60045ea083b05f4df",
    prices: "319d7eda4dcc57d329b9d40ca0c56abaa4a240029aa8f7d862c2e051cc9d8271",
  }),
  surveyed({
    name: "swing-40",
    path: { volatility: 0.5, swing: 0.4 },
    reports: "3cb0175e7982ff09ea220d1feaee3844cf9116a5ce455757879dea1d880b9b9f",
    prices: "ab26773a2a9dceee47fc56d3ed45461b1258b8b1051046e2e882754b68d47cf3",
  }),
  surveyed({
    name: "flash-crash",
    path: { volatility: 0.5, swing: 0.6 },
    reports: "cff8d3f94b709fc64a8b2058a6ca4fb6920364904796e46906895e362d2bb16b",
    prices: "5389f8c495fd0c0976e945ebfdecfdd03b062876dc99ba88f341919c63ceefb3",
  }),
];

function surveyed({ name, path, reports, prices }: Survey): Tape {
  return { name, reports, messages: () => drawn(new Workload(path), prices) };
}
