import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addResult,
  canRedo,
  currentResult,
  EMPTY_CHAIN,
  hideResult,
  markDownloaded,
  PHOTO_ID,
  redoStep,
  selectPicture,
  shownResults,
  STEP_LIMIT,
  undoStep,
} from './result-chain.ts';
import type { Result, ResultChain } from './result-chain.ts';

const made = (id: string, inputId: string = PHOTO_ID): Result => ({
  id,
  inputId,
  tool: 'magic',
  key: `u/1/${id}.png`,
  widthPx: 4,
  heightPx: 3,
  durationMs: 1,
  isDownloaded: false,
});
const ids = (chain: ResultChain): string[] => shownResults(chain).map((result) => result.id);
/** photo → a → b, b on the stage */
const chain = addResult(addResult(EMPTY_CHAIN, made('a')), made('b', 'a'));

describe('a chain of results', () => {
  it('goes on with what came last', () => {
    expect(currentResult(chain)?.id).toBe('b');
    expect(ids(chain)).toEqual(['a', 'b']);
    expect(currentResult(EMPTY_CHAIN)).toBeNull();
  });

  it('takes back the choice of a picture, never the picture', () => {
    const undone = undoStep(chain);
    expect(currentResult(undone)?.id).toBe('a');
    expect(ids(undone)).toEqual(['a', 'b']);
    expect(currentResult(redoStep(undone))?.id).toBe('b');
    expect(ids(addResult(undone, made('c', 'a')))).toEqual(['a', 'b', 'c']);
  });

  it('forgets what was undone when something else is chosen', () => {
    expect(canRedo(selectPicture(undoStep(chain), PHOTO_ID))).toBe(false);
  });

  it('ignores the choice of what is current, put away or unknown', () => {
    expect(selectPicture(chain, 'b')).toBe(chain);
    expect(selectPicture(chain, 'nobody')).toBe(chain);
    const hidden = hideResult(chain, 'a');
    expect(selectPicture(hidden, 'a')).toBe(hidden);
  });

  it('puts a result away and falls back to the nearest input that is left; undo brings it back', () => {
    const withoutA = hideResult(chain, 'a');
    expect(currentResult(withoutA)?.id).toBe('b');
    const withoutBoth = hideResult(withoutA, 'b');
    expect(withoutBoth.present.currentId).toBe(PHOTO_ID);
    expect(ids(withoutBoth)).toEqual([]);
    expect(ids(undoStep(undoStep(withoutBoth)))).toEqual(['a', 'b']);
    expect(hideResult(withoutBoth, 'b')).toBe(withoutBoth);
  });

  it('remembers a download through undo', () => {
    expect(currentResult(undoStep(selectPicture(markDownloaded(chain, 'b'), 'a')))?.isDownloaded).toBe(true);
  });

  it('keeps every result and a picture that is shown, whatever is done', () => {
    const actions = fc.array(fc.tuple(fc.nat(4), fc.constantFrom('a', 'b', 'c', 'd', PHOTO_ID)), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(actions, (steps) => {
        let now = EMPTY_CHAIN;
        const added = new Set<string>();
        for (const [action, id] of steps) {
          if (action === 0 && id !== PHOTO_ID) {
            now = addResult(now, made(id, now.present.currentId));
            added.add(id);
          } else if (action === 1) now = selectPicture(now, id);
          else if (action === 2) now = hideResult(now, id);
          else if (action === 3) now = undoStep(now);
          else now = redoStep(now);
          const { currentId } = now.present;
          expect(currentId === PHOTO_ID || ids(now).includes(currentId)).toBe(true);
          expect(now.past.length).toBeLessThanOrEqual(STEP_LIMIT);
        }
        expect(new Set(now.results.map((result) => result.id))).toEqual(added);
      }),
    );
  });
});
