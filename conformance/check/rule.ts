/** What a rule is, and the five ways to state one. */

import {
  type ClaimName,
  type Claims,
  isClaimed,
} from "../../scenarios/deployment/profile/claims.ts";
import type { Over } from "./cell.ts";

/**
 * How firmly the spec speaks.
 * Shape: `must` is stated once or consistently; `either` names several outcomes, any of which
 * passes; `open` is left to the deployment and never fails.
 */
export type RuleLevel = "must" | "either" | "open";

/**
 * One atomic statement about a venue, provable from outside.
 * Shape: `id` is permanent; `section` is the spec's heading, "(silent)" where it says nothing;
 * `conditional` rules are judged only when their situation arises; `decisions` name the entries
 * of the decision register that fix the accepted outcomes; a `claim` is what a venue must have
 * said of itself to be held to it; `fix` is where a venue that fails it usually goes wrong, and what
 * to do, and is there for every rule of the catalogue that can fail; `over` is what it ranges over,
 * where it holds in more than one cell; `follows` are plainer rules whose breach shows here too.
 */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly level: RuleLevel;
  readonly conditional?: true;
  readonly claim?: ClaimName;
  readonly decisions: readonly string[];
  readonly fix?: string;
  readonly over?: Over;
  readonly follows?: readonly string[];
}

/** Where a rule stands in the spec, and what helps who fails it. */
export interface About {
  readonly section: string;
  readonly decisions?: readonly string[];
  readonly fix?: string;
  readonly over?: Over;
  readonly follows?: readonly string[];
}

/** A rule the spec states outright: another behaviour is a failure. */
export function must(id: string, statement: string, about: About): Rule {
  return rule("must", { id, statement }, about);
}

/** A rule the spec states outright for a situation that may never arise in a run. */
export function conditional(id: string, statement: string, about: About): Rule {
  return { ...must(id, statement, about), conditional: true };
}

/** A rule with several documented outcomes: a failure only outside of them. */
export function either(id: string, statement: string, about: About): Rule {
  return rule("either", { id, statement }, about);
}

/** A place the spec leaves open: what was seen is recorded, nothing fails. */
export function open(id: string, statement: string, about: About): Rule {
  return rule("open", { id, statement }, about);
}

/** Which claim a rule is about, beside where it stands. */
export interface AboutClaim extends About {
  readonly claim: ClaimName;
}

/** A rule that a venue may claim to keep: it must then, and else what it does is recorded. */
export function claimed(id: string, statement: string, about: AboutClaim): Rule {
  return must(id, statement, about);
}

/** The rule as these claims make it: open where it is one that is not claimed. */
export function under(claims: Claims, one: Rule): Rule {
  return one.claim === undefined || isClaimed(claims, one.claim) ? one : { ...one, level: "open" };
}

function rule(level: RuleLevel, said: { id: string; statement: string }, about: About): Rule {
  return { ...said, level, decisions: [], ...about };
}
