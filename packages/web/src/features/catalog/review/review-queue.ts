/** Photos to review, ordered by quality flags, and the decisions. Plain data: a key press is one state change. */
import type { Decision, RunItem } from '@packshot/contract/catalog/items';

export type ReviewVerdict = Exclude<Decision, 'undo'>;

export interface Queue {
  /** Loaded rows, those with the most serious quality flags first. */
  readonly items: readonly RunItem[];
  readonly verdicts: ReadonlyMap<number, ReviewVerdict>;
  /** Numbers of the decided rows, in the order of the decisions. */
  readonly history: readonly number[];
  /** Index of the current row in `items`; past the end, it refers to the next row that is loaded. */
  readonly at: number;
  /** Number of undecided rows that aren't loaded. */
  readonly beyond: number;
}

export const EMPTY_QUEUE: Queue = { items: [], verdicts: new Map(), history: [], at: 0, beyond: 0 };

export const getCurrentItem = ({ items, at }: Queue): RunItem | null => items[at] ?? null;

const isOpen = ({ verdicts }: Queue, item: RunItem): boolean => !verdicts.has(item.row);

const openHere = (queue: Queue): number => queue.items.filter((item) => isOpen(queue, item)).length;

/** Number of undecided rows, loaded or not. */
export const countRemaining = (queue: Queue): number => openHere(queue) + queue.beyond;

/**
 * Adds newly loaded rows.
 * @param total number of undecided rows on the server
 */
export function withArrivals(queue: Queue, arrivals: readonly RunItem[], total: number): Queue {
  const knownRows = new Set(queue.items.map(({ row }) => row));
  const fresh = arrivals.filter(({ row }) => !knownRows.has(row));
  const next = { ...queue, items: [...queue.items, ...fresh] };
  return { ...next, beyond: Math.max(0, total - openHere(next)) };
}

/** Index of the next undecided row after an index, else of the first undecided row, or null. */
function nextOpen(queue: Queue, after: number): number | null {
  const later = queue.items.findIndex((item, at) => at > after && isOpen(queue, item));
  if (later !== -1) return later;
  const first = queue.items.findIndex((item) => isOpen(queue, item));
  return first === -1 ? null : first;
}

/** Decides the current row and moves to the next. */
export function decide(queue: Queue, verdict: ReviewVerdict): Queue {
  const item = getCurrentItem(queue);
  if (item === null) return queue;
  const next: Queue = {
    ...queue,
    verdicts: new Map(queue.verdicts).set(item.row, verdict),
    history: [...queue.history.filter((row) => row !== item.row), item.row],
  };
  return { ...next, at: nextOpen(next, queue.at) ?? (next.beyond > 0 ? next.items.length : queue.at) };
}

/** Number of the row whose decision undo would revert, or null. */
export const lastDecided = ({ history }: Queue): number | null => history.at(-1) ?? null;

/** Undoes the last decision, and shows its photo again. */
export function undoDecision(queue: Queue): Queue {
  const row = lastDecided(queue);
  if (row === null) return queue;
  const verdicts = new Map(queue.verdicts);
  verdicts.delete(row);
  const at = queue.items.findIndex((item) => item.row === row);
  return { ...queue, verdicts, history: queue.history.slice(0, -1), at };
}

export const moveBy = (queue: Queue, by: 1 | -1): Queue => ({
  ...queue,
  at: Math.min(Math.max(0, queue.at + by), Math.max(0, queue.items.length - 1)),
});
