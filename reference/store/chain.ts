/** Walks the journal and holds every page against the digest chain. */
import { follows, GENESIS, type Head, type JournalPage } from "./page.ts";
import { type Store, StoreDamaged } from "./store.ts";

/** Records before the start of a walk whose chain is checked all the same. */
const LOOKBACK_RECORDS = 500_000;
/** How often a long walk says where it is. Units: ms. */
const PROGRESS_MS = 2_000;

/** A walk from one place of the journal to its end. */
export interface ChainWalk {
  from: Head;
  last: JournalPage | null;
  notify: (notice: string) => void;
  /** Called instead of failing when the last page is not whole; it follows `head`. */
  torn: (page: JournalPage, head: Head) => Promise<void>;
}

/**
 * The pages after `from`, each known to be whole and to follow the one before.
 * Errors: StoreDamaged names the first damaged record.
 */
export async function* pagesAfter(store: Store, walk: ChainWalk): AsyncIterable<JournalPage> {
  const { from, last, notify, torn } = walk;
  const fromSeq = Math.max(0, from.lastSeq - LOOKBACK_RECORDS);
  let head: Head | null = fromSeq === 0 ? GENESIS : null;
  let reportedMs = performance.now();
  for await (const page of store.pages(fromSeq)) {
    if (isBroken(page, { head, from })) {
      if (page.firstSeq !== last?.firstSeq || head === null) throw damaged(store, page, head);
      return torn(page, head);
    }
    head = page;
    if (page.firstSeq > from.lastSeq) yield page;
    if (performance.now() - reportedMs < PROGRESS_MS) continue;
    reportedMs = performance.now();
    notify(`${store.name}: at record ${page.lastSeq} of ${last?.lastSeq}`);
  }
}

/** What stands before a walk's first page is not looked at. */
function isBroken(page: JournalPage, { head, from }: { head: Head | null; from: Head }): boolean {
  if (page.lastSeq === from.lastSeq && page.digest !== from.digest) return true;
  return head !== null && !follows(head, page);
}

function damaged({ name }: Store, page: JournalPage, head: Head | null): StoreDamaged {
  const seq = (head?.lastSeq ?? page.firstSeq - 1) + 1;
  const what =
    page.firstSeq > seq
      ? `records ${seq} to ${page.firstSeq - 1} are missing`
      : `record ${seq} is damaged (of the page up to ${page.lastSeq})`;
  return new StoreDamaged(
    `the journal in ${name} cannot be trusted: ${what}. Restore a backup; ` +
      `"touchstone store export ${name} FILE" saves what is whole`,
  );
}
