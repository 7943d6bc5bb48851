import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import type { SceneLock } from '@packshot/contract/tools/scene';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addResult,
  canRedo,
  canUndo,
  choosePicture,
  NO_EDITS,
  NO_HISTORY,
  putAway,
  toggleStar,
  redo,
  STEP_LIMIT,
  undo,
} from './edits.ts';
import type { Editable } from './edits.ts';
import { payerFor } from './payer.ts';
import {
  currentResult,
  findPayer,
  findProduct,
  findView,
  markDownloaded,
  PHOTO_ID,
  shownResults,
} from './results.ts';
import type { PictureToolName, Result } from './results.ts';
import { SCENE_PLAN } from '../testing/fake-tasks.ts';

interface Chain extends Editable {
  readonly results: Result[];
}
const EMPTY: Chain = { results: [], edits: NO_EDITS, history: NO_HISTORY };
const NOW_MS = 1;

const createResult = (id: string, inputId: string = PHOTO_ID, tool: PictureToolName = 'magic'): Result => ({
  id,
  inputId,
  tool,
  key: `u/1/${id}.png`,
  widthPx: 4,
  heightPx: 3,
  durationMs: 1,
  isDownloaded: false,
  scene: tool === 'scene' ? { runId: id, seed: null, facts: null, placement: null } : null,
  cropOf: null,
  strength: null,
});
const ids = (chain: Chain): string[] => shownResults(chain).map((result) => result.id);
const add = (chain: Chain, result: Result): Chain => addResult(chain, result, NOW_MS);
const select = (chain: Chain, id: string): Chain => choosePicture(chain, id);
const hide = (chain: Chain, id: string): Chain => putAway(chain, id, NOW_MS);
/** Document in which result `a` was made from the photo and result `b` from `a`, with `b` on the stage. */
const chain = add(add(EMPTY, createResult('a')), createResult('b', 'a'));

describe('the payer of a changed scene', () => {
  const createScene = (id: string, inputId: string, look: SceneLock): Result => ({
    ...createResult(id, inputId, 'scene'),
    scene: { runId: id, seed: null, facts: { ...SCENE_PLAN.facts, look }, placement: null },
  });
  const scenes = {
    results: [
      createResult('cut', PHOTO_ID, 'cut-out'),
      createScene('first', 'cut', EXAMPLE_LOCK),
      createScene('larger', 'first', EXAMPLE_LOCK),
      createScene('moved', 'larger', { ...EXAMPLE_LOCK }),
      createScene('darker', 'moved', { ...EXAMPLE_LOCK, exposure: 0.5 }),
      createScene('other', 'cut', EXAMPLE_LOCK),
    ],
  };

  it('is the first scene with the same lock, so that sizes and places cost nothing more', () => {
    const payers = scenes.results.map(({ id }) => findPayer(scenes, id)?.id);
    expect(payers).toEqual(['cut', 'first', 'first', 'first', 'darker', 'other']);
    // Asks for the picture itself, because the paying scene may be deleted.
    expect(payerFor({ ...scenes, photo: null }, 'moved')).toMatchObject({
      id: 'first',
      key: 'u/1/moved.png',
    });
  });
});

describe('the product of a result', () => {
  it('is the nearest cut-out, or its enlargement or correction', () => {
    const cut = add(EMPTY, createResult('cut', PHOTO_ID, 'cut-out'));
    const large = add(cut, createResult('large', 'cut', 'upscale'));
    const scene = add(large, createResult('scene', 'large', 'scene'));
    const again = add(scene, createResult('again', 'scene', 'upscale'));
    expect(findProduct(again, 'cut')?.id).toBe('cut');
    expect(findProduct(again, 'large')?.id).toBe('large');
    expect(findProduct(again, 'scene')?.id).toBe('large');
    expect(findProduct(again, 'again')?.id).toBe('large');
    expect(findProduct(again, PHOTO_ID)).toBeNull();
    expect(findProduct(add(EMPTY, createResult('edited')), 'edited')).toBeNull();
  });
});

describe('the camera view of a product', () => {
  it('stays known when its cut-out is corrected or enlarged, but isn’t known for a photo', () => {
    const view = {
      pose: 'lies',
      elevationDeg: 62,
      lightSide: null,
      footLines: [],
      confidence: 0.8,
    } as const;
    const cut = add(EMPTY, { ...createResult('cut', PHOTO_ID, 'cut-out'), view });
    const mended = add(
      add(cut, createResult('mended', 'cut', 'cut-out')),
      createResult('large', 'mended', 'upscale'),
    );
    expect(findView(mended, 'large')).toEqual(view);
    expect(findView(mended, PHOTO_ID)).toBeNull();
  });
});

describe('the result chain', () => {
  it('continues from the latest result', () => {
    expect(currentResult(chain)?.id).toBe('b');
    expect(ids(chain)).toEqual(['a', 'b']);
    expect(currentResult(EMPTY)).toBeNull();
  });

  it('undoes the choice of a new picture, but keeps it in the document', () => {
    const undone = undo(chain);
    expect(currentResult(undone)?.id).toBe('a');
    expect(ids(undone)).toEqual(['a', 'b']);
    expect(currentResult(redo(undone))?.id).toBe('b');
    expect(ids(add(undone, createResult('c', 'a')))).toEqual(['a', 'b', 'c']);
  });

  it('adds no undo step when a picture is chosen, and doesn’t undo the choice', () => {
    const selectedChain = select(chain, 'a');
    expect(canUndo(selectedChain)).toBe(false);
    const starred = toggleStar(select(toggleStar(chain, 'b', NOW_MS), 'a'), 'a', NOW_MS);
    const back = undo(undo(starred));
    expect(back.edits).toEqual({ ...chain.edits, currentId: 'a' });
    expect(redo(redo(back)).edits).toEqual(starred.edits);
    expect(canRedo(select(undo(chain), PHOTO_ID))).toBe(false);
  });

  it('removes a star on the second click', () => {
    const starred = toggleStar(toggleStar(chain, 'a', NOW_MS), 'b', NOW_MS);
    expect(starred.edits.starredIds).toEqual(['a', 'b']);
    expect(toggleStar(starred, 'a', NOW_MS).edits.starredIds).toEqual(['b']);
  });

  it('restores a deleted result with undo, even after another was chosen', () => {
    const selectedChain = select(hide(chain, 'b'), PHOTO_ID);
    expect(ids(undo(selectedChain))).toEqual(['a', 'b']);
    expect(undo(selectedChain).edits.currentId).toBe(PHOTO_ID);
    expect(redo(undo(select(selectedChain, 'a'))).edits.hiddenIds).toEqual(['b']);
  });

  it('ignores choosing a current, deleted or unknown result', () => {
    expect(select(chain, 'b')).toBe(chain);
    expect(select(chain, 'nobody')).toBe(chain);
    const hidden = hide(chain, 'a');
    expect(select(hidden, 'a')).toBe(hidden);
  });

  it('deletes a result and falls back to the nearest remaining input; undo restores it', () => {
    const withoutA = hide(chain, 'a');
    expect(currentResult(withoutA)?.id).toBe('b');
    const withoutBoth = hide(withoutA, 'b');
    expect(withoutBoth.edits.currentId).toBe(PHOTO_ID);
    expect(ids(withoutBoth)).toEqual([]);
    expect(ids(undo(undo(withoutBoth)))).toEqual(['a', 'b']);
    expect(hide(withoutBoth, 'b')).toBe(withoutBoth);
  });

  it('remembers a download through undo', () => {
    expect(currentResult(undo(hide(markDownloaded(chain, 'b'), 'b')))?.isDownloaded).toBe(true);
  });

  it('keeps every result and a displayed picture, after any actions', () => {
    const actions = fc.array(fc.tuple(fc.nat(4), fc.constantFrom('a', 'b', 'c', 'd', PHOTO_ID)), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(actions, (steps) => {
        let now = EMPTY;
        const added = new Set<string>();
        for (const [action, id] of steps) {
          if (action === 0 && id !== PHOTO_ID) {
            now = add(now, createResult(id, now.edits.currentId));
            added.add(id);
          } else if (action === 1) now = select(now, id);
          else if (action === 2) now = hide(now, id);
          else if (action === 3) now = undo(now);
          else now = redo(now);
          const { currentId } = now.edits;
          expect(currentId === PHOTO_ID || ids(now).includes(currentId)).toBe(true);
          expect(now.history.past.length).toBeLessThanOrEqual(STEP_LIMIT);
        }
        expect(now.results.map((result) => result.id).toSorted()).toEqual([...added].toSorted());
      }),
    );
  });
});
