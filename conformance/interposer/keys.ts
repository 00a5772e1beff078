/** What mutants know of keys: who made which, and which have been revoked. */

import { fieldsOf, keyOf, learning, matches } from "./changes.ts";
import { END_KEY, MAKE_KEY, withAuthorization } from "./credentials.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "./interposer.ts";

/** A key, and the request that made it. */
export interface KnownKey {
  maker: WireRequest;
  /** As its Authorization header says it. */
  authorization: string;
  /** Where it is revoked. */
  path: string;
  isRevoked: boolean;
  /** Whether another key of its agent was revoked since it was made. */
  isBesideRevoked: boolean;
}

/** The keys that were made on the wire. */
class KnownKeys {
  readonly #made: KnownKey[] = [];

  /** Learns of keys made and revoked. */
  note(request: WireRequest, { status, body }: WireAnswer): void {
    if (status > 299) return;
    const { key_id, api_key } = fieldsOf(body);
    if (matches(request, MAKE_KEY) && api_key !== undefined) {
      const path = `${request.path}/${key_id}`;
      const authorization = `Bearer ${api_key}`;
      const asMade = { isRevoked: false, isBesideRevoked: false };
      this.#made.push({ maker: request, authorization, path, ...asMade });
    }
    if (matches(request, END_KEY)) this.#end(request.path);
  }

  #end(path: string): void {
    const ended = this.#made.find((key) => key.path === path);
    if (ended === undefined) return;
    ended.isRevoked = true;
    const beside = this.#made.filter(({ maker }) => maker.path === ended.maker.path);
    for (const key of beside) key.isBesideRevoked ||= key !== ended;
  }

  /** The key that a request comes with; undefined for one that was not made here. */
  sentWith(request: WireRequest): KnownKey | undefined {
    return this.#made.find(({ authorization }) => authorization === keyOf(request));
  }

  /** How many live keys were made at this path. */
  liveAt(path: string): number {
    return this.#made.filter(({ maker, isRevoked }) => maker.path === path && !isRevoked).length;
  }

  /** The key of that id. */
  ofId(keyId = ""): KnownKey | undefined {
    return this.#made.find(({ path }) => path.endsWith(`/${keyId}`));
  }

  /** The key that a request revokes. */
  namedBy(request: WireRequest): KnownKey | undefined {
    return matches(request, END_KEY)
      ? this.#made.find(({ path }) => path === request.path)
      : undefined;
  }
}

/** A variant that knows the keys made so far. */
export function knowingKeys(
  variant: (keys: KnownKeys, request: WireRequest, venue: Behind) => Promise<WireAnswer>,
): () => WireVariant {
  return () => {
    const keys = new KnownKeys();
    const witness = keys.note.bind(keys);
    return learning(witness, (request, venue) => variant(keys, request, venue));
  };
}

/** A key is revoked as by its maker, for those who are refused it and for whom `who` holds. */
export function revokedBy(who: (request: WireRequest) => boolean): () => WireVariant {
  return knowingKeys(async (keys, request, venue) => {
    const given = await venue(request);
    const key = keys.namedBy(request);
    const isTaken = key !== undefined && given.status > 299 && who(request);
    return isTaken ? venue({ ...request, headers: key.maker.headers }) : given;
  });
}

/** A revoked key is served where `when` holds: its agent gets another one like it for that. */
export function livingOn(when: (request: WireRequest) => boolean): () => WireVariant {
  const heirs = new Map<KnownKey, string>();
  return knowingKeys(async (keys, request, venue) => {
    const key = keys.sentWith(request);
    if (key === undefined || !key.isRevoked || !when(request)) return venue(request);
    const heir = heirs.get(key) ?? fieldsOf((await venue(key.maker)).body)["api_key"];
    heirs.set(key, String(heir));
    return venue(withAuthorization(request, `Bearer ${heir}`));
  });
}
