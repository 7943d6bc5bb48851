/** What is to be looked at, in the order of doubt, and what was decided: plain data, so that a key press is one step. */
import type { Decision, RunItem } from '@packshot/contract/catalog/items';

export type Verdict = Exclude<Decision, 'undo'>;

export interface Queue {
  /** Everything that came, the most doubtful first. */
  readonly items: readonly RunItem[];
  /** By row. */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** Rows in the order in which they were decided. */
  readonly history: readonly number[];
  /** Which of the items is looked at; behind the last one: the next one that comes. */
  readonly at: number;
  /** Undecided ones that have not come yet. */
  readonly beyond: number;
}

export const EMPTY_QUEUE: Queue = { items: [], verdicts: new Map(), history: [], at: 0, beyond: 0 };

export const currentOf = ({ items, at }: Queue): RunItem | null => items[at] ?? null;

const isOpen = ({ verdicts }: Queue, item: RunItem): boolean => !verdicts.has(item.row);

const openHere = (queue: Queue): number => queue.items.filter((item) => isOpen(queue, item)).length;

/** How many are undecided, come or not. */
export const leftOf = (queue: Queue): number => openHere(queue) + queue.beyond;

/**
 * The server’s list as it is now.
 * @param total of the undecided, by the server
 */
export function withArrivals(queue: Queue, arrivals: readonly RunItem[], total: number): Queue {
  const known = new Set(queue.items.map(({ row }) => row));
  const fresh = arrivals.filter(({ row }) => !known.has(row));
  const next = { ...queue, items: [...queue.items, ...fresh] };
  return { ...next, beyond: Math.max(0, total - openHere(next)) };
}

/** The next undecided one after this, else the first one; null when there is none. */
function nextOpen(queue: Queue, after: number): number | null {
  const later = queue.items.findIndex((item, at) => at > after && isOpen(queue, item));
  if (later !== -1) return later;
  const first = queue.items.findIndex((item) => isOpen(queue, item));
  return first === -1 ? null : first;
}

/** Decides about what is looked at, and goes on to the next. */
export function decided(queue: Queue, verdict: Verdict): Queue {
  const item = currentOf(queue);
  if (item === null) return queue;
  const next: Queue = {
    ...queue,
    verdicts: new Map(queue.verdicts).set(item.row, verdict),
    history: [...queue.history.filter((row) => row !== item.row), item.row],
  };
  return { ...next, at: nextOpen(next, queue.at) ?? (next.beyond > 0 ? next.items.length : queue.at) };
}

/** The row that undo would be about; null when nothing was decided. */
export const lastDecided = ({ history }: Queue): number | null => history.at(-1) ?? null;

/** Takes the last decision back, and looks at that photo again. */
export function undone(queue: Queue): Queue {
  const row = lastDecided(queue);
  if (row === null) return queue;
  const verdicts = new Map(queue.verdicts);
  verdicts.delete(row);
  const at = queue.items.findIndex((item) => item.row === row);
  return { ...queue, verdicts, history: queue.history.slice(0, -1), at };
}

/** Looks at the one before or after, decided or not. */
export const stepped = (queue: Queue, by: 1 | -1): Queue => ({
  ...queue,
  at: Math.min(Math.max(0, queue.at + by), Math.max(0, queue.items.length - 1)),
});
