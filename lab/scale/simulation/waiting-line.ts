export interface Waiting {
  readonly arrivedMs: number;
  readonly serviceMs: number;
  readonly group: string;
  readonly priorityS: number;
  /** Order of arrival, which decides between equal priorities. */
  readonly order: number;
}

/** Heap of waiting tasks; the task with the earliest priority is first, as in the queue. */
export class WaitingLine {
  readonly #heap: Waiting[] = [];

  get length(): number {
    return this.#heap.length;
  }

  push(waiting: Waiting): void {
    const heap = this.#heap;
    let at = heap.push(waiting) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(waiting, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = waiting;
  }

  pop(): Waiting | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const below = isRight ? right : left;
      if (below === undefined || !isBefore(below, last)) break;
      heap[at] = below;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (a: Waiting, b: Waiting): boolean =>
  a.priorityS < b.priorityS || (a.priorityS === b.priorityS && a.order < b.order);
