import type { Decision } from '@packshot/contract/catalog/items';
import { describe, expect, it, vi } from 'vitest';
import { exampleItem } from '../testing/examples.ts';
import { createDecisionLine } from './decision-line.ts';
import {
  getCurrentItem,
  decide,
  EMPTY_QUEUE,
  countRemaining,
  moveBy,
  undoDecision,
  withArrivals,
} from './review-queue.ts';

const items = (...rows: number[]) => rows.map((row) => exampleItem(row, { state: 'needs_review' }));
const queue = withArrivals(EMPTY_QUEUE, items(5, 2, 9), 4);

describe('the review queue', () => {
  it('moves to the next undecided photo, wraps around, and counts the rest', () => {
    expect([getCurrentItem(queue)?.row, countRemaining(queue)]).toEqual([5, 4]);
    const skipped = moveBy(queue, 1);
    const one = decide(skipped, 'approve');
    expect([getCurrentItem(one)?.row, countRemaining(one)]).toEqual([9, 3]);
    const two = decide(one, 'reject');
    expect([getCurrentItem(two)?.row, countRemaining(two)]).toEqual([5, 2]);
    const three = decide(two, 'approve');
    expect([getCurrentItem(three), countRemaining(three)]).toEqual([null, 1]);
  });

  it('undoes the last decision, and returns to its photo', () => {
    const two = decide(decide(queue, 'approve'), 'reject');
    const one = undoDecision(two);
    expect([getCurrentItem(one)?.row, [...one.verdicts], countRemaining(one)]).toEqual([
      2,
      [[5, 'approve']],
      3,
    ]);
    expect(undoDecision(undoDecision(undoDecision(one)))).toMatchObject({ history: [], at: 0 });
  });

  it('waits for photos that haven’t arrived, and decides each photo once', () => {
    const all = queue.items.reduce((before) => decide(before, 'approve'), queue);
    expect([getCurrentItem(all), countRemaining(all)]).toEqual([null, 1]);
    expect(decide(all, 'reject')).toBe(all);
    expect(getCurrentItem(withArrivals(all, items(7), 1))?.row).toBe(7);
    expect(getCurrentItem(moveBy(all, -1))?.row).toBe(9);
  });

  it('stays within the list of photos', () => {
    expect(moveBy(queue, -1).at).toBe(0);
    expect(moveBy(moveBy(moveBy(moveBy(queue, 1), 1), 1), 1).at).toBe(2);
    expect(decide(EMPTY_QUEUE, 'approve')).toBe(EMPTY_QUEUE);
  });

  it('appends each photo that arrives later once', () => {
    const more = withArrivals(decide(queue, 'approve'), items(2, 9, 7), 3);
    expect(more.items.map(({ row }) => row)).toEqual([5, 2, 9, 7]);
    expect(countRemaining(more)).toBe(3);
  });
});

describe('the decision sender', () => {
  it('combines decisions made during a call, and sends the last one for each row', async () => {
    const sentDecisions: { row: number; decision: Decision }[][] = [];
    const gates: (() => void)[] = [];
    const line = createDecisionLine(
      async (decisions) => {
        sentDecisions.push([...decisions]);
        await new Promise<void>((resolve) => gates.push(resolve));
      },
      () => undefined,
    );
    line.add(1, 'approve');
    line.add(2, 'approve');
    line.add(3, 'reject');
    line.add(2, 'undo');
    gates[0]?.();
    await vi.waitFor(() => expect(gates).toHaveLength(2));
    gates[1]?.();
    expect(await line.waitUntilSettled()).toBe(true);
    expect(sentDecisions).toEqual([
      [{ row: 1, decision: 'approve' }],
      [
        { row: 2, decision: 'undo' },
        { row: 3, decision: 'reject' },
      ],
    ]);
  });

  it('sends all decisions when the page is left, again including those of an unfinished call', () => {
    const sentDecisions: [readonly { row: number; decision: Decision }[], boolean][] = [];
    const line = createDecisionLine(
      (decisions, isLast) => {
        sentDecisions.push([decisions, isLast]);
        return new Promise<void>(() => undefined);
      },
      () => undefined,
    );
    line.leave();
    expect(sentDecisions).toEqual([]);
    line.add(1, 'approve');
    line.add(2, 'reject');
    line.add(1, 'undo');
    line.leave();
    expect(sentDecisions).toEqual([
      [[{ row: 1, decision: 'approve' }], false],
      [
        [
          { row: 1, decision: 'undo' },
          { row: 2, decision: 'reject' },
        ],
        true,
      ],
    ]);
  });

  it('resends failed decisions, unless a newer one was made', async () => {
    const states: [number, boolean][] = [];
    const sentDecisions: unknown[] = [];
    let isDown = true;
    const line = createDecisionLine(
      async (decisions) => {
        if (isDown) throw new Error('down');
        sentDecisions.push(...decisions);
      },
      (waiting, failure) => states.push([waiting, failure !== null]),
    );
    line.add(1, 'approve');
    expect(await line.waitUntilSettled()).toBe(false);
    expect(states.at(-1)).toEqual([1, true]);
    isDown = false;
    line.add(1, 'reject');
    expect(await line.waitUntilSettled()).toBe(true);
    expect(sentDecisions).toEqual([{ row: 1, decision: 'reject' }]);
    expect(states.at(-1)).toEqual([0, false]);
  });
});
