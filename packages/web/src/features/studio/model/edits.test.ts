import { HARMONIZE_OPTIONS } from '@packshot/contract/tools/harmonize';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishedDocument } from '../testing/documents.ts';
import { parseDocument } from './document.ts';
import type { StudioDocument } from './document.ts';
import { canRedo, DEFAULT_SETTINGS, edit, EDIT_NAMES, editScene, redo, STEP_LIMIT, undo } from './edits.ts';
import type { Edits } from './edits.ts';

/** Random user action on a document. */
const anyEdit: fc.Arbitrary<(document: StudioDocument, nowMs: number) => StudioDocument> = fc.oneof(
  fc
    .record({
      centerX: fc.double({ min: 0, max: 1, noNaN: true }),
      width: fc.double({ min: 0.05, max: 2, noNaN: true }),
      rotationDeg: fc.integer({ min: -180, max: 180 }),
      isFlipped: fc.boolean(),
    })
    .map(
      (part) => (document: StudioDocument, nowMs: number) =>
        editScene(document, 'place', nowMs, { placement: { centerY: 0.5, ...part } }),
    ),
  fc
    .string({ maxLength: 40 })
    .map(
      (prompt) => (document: StudioDocument, nowMs: number) =>
        editScene(document, 'scene-prompt', nowMs, { prompt }),
    ),
  fc
    .constantFrom('scene' as const, 'color' as const, 'transparent' as const)
    .map(
      (background) => (document: StudioDocument, nowMs: number) =>
        editScene(document, 'background', nowMs, { background }),
    ),
  fc
    .record({
      quarterTurns: fc.integer({ min: 0, max: 3 }),
      isFlipped: fc.boolean(),
      // Adding 0 avoids minus zero, which JSON can't store.
      angleDeg: fc.double({ min: -45, max: 45, noNaN: true }).map((angleDeg) => angleDeg + 0),
      centerX: fc.double({ min: 0, max: 1, noNaN: true }),
      width: fc.double({ min: 0.02, max: 1, noNaN: true }),
    })
    .map(
      (part) => (document: StudioDocument, nowMs: number) =>
        edit(document, 'crop', nowMs, (edits) => ({
          ...edits,
          crop: { id: edits.currentId, crop: { centerY: 0.5, height: 1, ...part } },
        })),
    ),
  fc.tuple(fc.constantFrom(...EDIT_NAMES), fc.integer({ min: 0, max: 2 ** 31 - 1 })).map(
    ([name, seed]) =>
      (document: StudioDocument, nowMs: number) =>
        edit(document, name, nowMs, (edits): Edits => ({ ...edits, scene: { ...edits.scene, seed } })),
  ),
);

describe('undo', () => {
  it('restores the state before each step, and redo the state after it, for any edits', () => {
    const steps = fc.array(fc.tuple(anyEdit, fc.integer({ min: 0, max: 3000 })), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (doings) => {
        let now = finishedDocument();
        let nowMs = 10;
        const expectedEdits = [now.edits];
        for (const [act, pauseMs] of doings) {
          nowMs += pauseMs;
          const before = now;
          now = act(now, nowMs);
          if (now === before) continue;
          // An edit that is merged with the previous one replaces the expected value of that step.
          if (now.history.past.length === before.history.past.length) expectedEdits.pop();
          expectedEdits.push(now.edits);
        }
        const last = now.edits;
        for (const expected of expectedEdits.slice(0, -1).toReversed()) {
          now = undo(now);
          expect(now.edits).toEqual(expected);
        }
        for (let at = 1; at < expectedEdits.length; at += 1) now = redo(now);
        expect(now.edits).toEqual(last);
      }),
    );
  });

  it('survives a round trip through storage', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), fc.nat(5), (doings, back) => {
        let now = doings.reduce((document, act, at) => act(document, at * 2000), finishedDocument());
        for (let at = 0; at < back; at += 1) now = undo(now);
        expect(parseDocument(JSON.parse(JSON.stringify(now)))).toEqual(now);
      }),
    );
  });

  it('combines the moves of one drag into one step, but not those of the next drag', () => {
    const moveProduct = (document: StudioDocument, centerX: number, nowMs: number) =>
      editScene(document, 'place', nowMs, {
        placement: { centerX, centerY: 0.5, width: 0.4, rotationDeg: 0, isFlipped: false },
      });
    const one = moveProduct(moveProduct(moveProduct(finishedDocument(), 0.1, 10), 0.2, 20), 0.3, 900);
    expect(undo(one).edits.scene.placement).toBeNull();
    const two = moveProduct(one, 0.8, 5000);
    expect(undo(two).edits.scene.placement?.centerX).toBe(0.3);
  });

  it('clears redo after another edit', () => {
    const counted = editScene(finishedDocument(), 'count', 10, { count: 2 });
    expect(canRedo(undo(counted))).toBe(true);
    expect(canRedo(editScene(undo(counted), 'light', 20, { light: 'night' }))).toBe(false);
  });

  it('adds no step for an edit without a change', () => {
    const counted = editScene(finishedDocument(), 'count', 10, { count: 2 });
    expect(editScene(counted, 'count', 20, { count: 2 })).toBe(counted);
    expect(edit(counted, 'count', 20, (edits) => edits)).toBe(counted);
  });

  it('is limited to a number of steps', () => {
    let now = finishedDocument();
    for (let step = 1; step <= STEP_LIMIT + 3; step += 1)
      now = editScene(now, 'count', step, { count: step % 2 === 0 ? 2 : 4, seed: step });
    expect(now.history.past).toHaveLength(STEP_LIMIT);
    for (let step = 0; step < STEP_LIMIT + 3; step += 1) now = undo(now);
    expect(now.edits.scene.seed).toBe(3);
  });
});

it('no two tool settings share a name', () => {
  const names = [
    'prompt',
    'feather',
    'takesShadow',
    'language',
    'edges',
    ...Object.keys(UPSCALE_OPTIONS),
    ...Object.keys(HARMONIZE_OPTIONS),
  ];
  expect(Object.keys(DEFAULT_SETTINGS).toSorted()).toEqual(names.toSorted());
});
