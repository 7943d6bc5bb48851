import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adoptDocument, createDocument, DOCUMENT_VERSION, parseDocument } from './document.ts';
import type { StudioDocument } from './document.ts';
import { addResult, edit, EDIT_NAMES, editScene, NO_EDITS, redo, undo } from './edits.ts';
import type { Edits } from './edits.ts';
import { PHOTO_ID } from './results.ts';
import type { Result } from './results.ts';

const made = (): StudioDocument =>
  createDocument({
    id: '6f1d3c1e-5a0b-4f5e-9a51-1f0f4b6f2d11',
    nowMs: 1_760_000_000_000,
    tool: 'cut-out',
    photo: { name: 'mug.jpg', sizeBytes: 62_732, mimeType: 'image/jpeg', widthPx: 700, heightPx: 700 },
  });

const CUT_OUT: Result = {
  id: '0b1c9c57-95d3-4a77-8a56-7a7d3a1f6a01',
  tool: 'cut-out',
  inputId: PHOTO_ID,
  key: 'u/1/result.png',
  widthPx: 700,
  heightPx: 700,
  durationMs: 1840,
  isDownloaded: true,
  scene: null,
  cropOf: null,
  strength: null,
};

const PHOTO = {
  name: 'mug.jpg',
  sizeBytes: 62_732,
  mimeType: 'image/jpeg',
  widthPx: 700,
  heightPx: 700,
  uploadKey: 'u/1/mug',
  openedFrom: null,
};
const MASKS: StudioDocument['masks'] = {
  [PHOTO_ID]: { strokes: [{ tool: 'brush', radiusPx: 12.5, points: [1, 2, 3.5, 4] }], undone: [] },
};

const finished = (): StudioDocument => ({
  ...addResult({ ...made(), ownerId: 'user-1', photo: PHOTO }, CUT_OUT, 5),
  masks: MASKS,
  corrections: {
    [CUT_OUT.id]: {
      strokes: [{ mode: 'restore', radiusPx: 9, hardness: 0.5, points: [4, 5, 6.5, 7] }],
      undone: [],
    },
  },
  view: {
    compare: 'slider',
    splitFraction: 0.3,
    backdrop: { kind: 'colour', hex: '#ffffff' },
    refineLook: 'red',
  },
});

/** A finished document as version 4 kept it: without corrections, and what they need. */
const ofVersion4 = () => {
  const { corrections: _corrections, view, edits, history, ...rest } = finished();
  const { refineLook: _look, ...oldView } = view;
  const editsOf = ({ settings, ...others }: Edits) => {
    const { edges: _edges, feather: _feather, ...oldSettings } = settings;
    const { crop: _crop, ...oldOthers } = others;
    return { ...oldOthers, settings: oldSettings };
  };
  return {
    ...rest,
    version: 4,
    results: rest.results.map(({ cropOf: _cropOf, ...result }) => result),
    edits: editsOf(edits),
    history: { ...history, past: history.past.map(editsOf), future: history.future.map(editsOf) },
    view: oldView,
  };
};

/** The same as version 3 kept it. */
const ofVersion3 = () => {
  const {
    results: _r,
    requests: _q,
    edits: _e,
    history: _h,
    uploads: _u,
    pendingRun: _p,
    corrections: _c,
    tool,
    ...rest
  } = finished();
  const { scene: _scene, strength: _strength, cropOf: _cropOf, ...cutOut } = CUT_OUT;
  return {
    ...rest,
    version: 3,
    chain: {
      results: [cutOut],
      past: [{ currentId: PHOTO_ID, hiddenIds: [] }],
      present: { currentId: CUT_OUT.id, hiddenIds: [] },
      future: [],
    },
    descriptions: { [PHOTO_ID]: 'A mug.' },
    settings: { tool, prompt: 'brighter', factor: 4, mode: 'detailed' },
    pendingTask: null,
  };
};

describe('a document', () => {
  it('comes back as it was after a round trip through JSON', () => {
    expect(parseDocument(JSON.parse(JSON.stringify(finished())))).toEqual(finished());
  });

  it('is refused, never thrown over, when anything in it is not as it should be', () => {
    const corrupt: unknown[] = [
      null,
      undefined,
      'text',
      [],
      {},
      { ...finished(), id: 'not-a-uuid' },
      { ...finished(), version: DOCUMENT_VERSION + 1 },
      { ...finished(), photo: { ...PHOTO, widthPx: -3 } },
      { ...finished(), view: { ...finished().view, splitFraction: 4 } },
      { ...finished(), view: { ...finished().view, backdrop: { kind: 'colour', hex: 'url(evil)' } } },
    ];
    for (const stored of corrupt) expect(parseDocument(stored)).toBeNull();
  });

  it('survives any junk from the database', () => {
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        expect(() => parseDocument(junk)).not.toThrow();
      }),
    );
  });

  it('is migrated step by step from older versions', () => {
    const { photo, ...rest } = finished();
    const oldest = { ...rest, version: -1, picture: photo };
    const migrations = {
      [-1]: ({ picture, ...old }: Record<string, unknown>) => ({ ...old, version: 0, photo: picture }),
      0: (old: Record<string, unknown>) => ({ ...old, version: DOCUMENT_VERSION }),
    };
    expect(parseDocument(oldest, migrations)).toEqual(finished());
  });

  it('of version 1 keeps its cut-out as the first of its results, and a task that runs', () => {
    const { chain: _chain, settings: _settings, descriptions: _descriptions, ...rest } = ofVersion3();
    const {
      id: taskId,
      tool: _tool,
      inputId: _inputId,
      scene: _s,
      strength: _t,
      cropOf: _o,
      ...cutOut
    } = CUT_OUT;
    const old = { ...rest, version: 1, cutOut: { ...cutOut, taskId }, pendingTask: null };
    const migrated = parseDocument(old);
    expect(migrated?.results).toEqual([CUT_OUT]);
    expect(migrated?.edits).toEqual({ ...NO_EDITS, currentId: CUT_OUT.id });
    const running = { ...old, cutOut: null, pendingTask: { taskId, startedAtMs: 5 } };
    expect(parseDocument(running)).toMatchObject({
      results: [],
      pendingRun: { taskIds: [taskId], startedAtMs: 5, tool: 'cut-out', inputId: PHOTO_ID, requestId: null },
    });
  });

  it('of version 3 keeps its results, its words, its settings and its way back', () => {
    const migrated = parseDocument(ofVersion3());
    expect(migrated?.results).toEqual([CUT_OUT]);
    expect(migrated?.photo).toEqual(PHOTO);
    expect(migrated?.masks).toEqual(MASKS);
    expect(migrated?.tool).toBe('cut-out');
    expect(migrated?.edits).toMatchObject({
      currentId: CUT_OUT.id,
      descriptions: { [PHOTO_ID]: 'A mug.' },
      settings: { prompt: 'brighter', factor: 4, mode: 'detailed' },
    });
    expect(migrated && undo(migrated).edits.currentId).toBe(PHOTO_ID);
  });

  it('of version 4 is as it was, with nothing corrected yet', () => {
    const now = finished();
    expect(parseDocument(ofVersion4())).toEqual({
      ...now,
      corrections: {},
      view: { ...now.view, refineLook: 'cut-out' },
    });
  });

  it('of version 5 has filed nothing, and its photo is the user’s own', () => {
    const { filed: _filed, photo, ...rest } = finished();
    const { openedFrom: _openedFrom, ...oldPhoto } = photo ?? PHOTO;
    expect(parseDocument({ ...rest, version: 5, photo: oldPhoto })).toEqual(finished());
    expect(parseDocument({ ...rest, version: 5, photo: null })?.photo).toBeNull();
  });

  it('is refused when a migration does not move its version on', () => {
    expect(parseDocument({ ...finished(), version: 0 }, { 0: (old) => old })).toBeNull();
  });
});

describe('adopting a document', () => {
  it('changes nothing for its owner, or while the user is not known', () => {
    expect(adoptDocument(finished(), 'user-1')).toEqual(finished());
    expect(adoptDocument(finished(), null)).toEqual(finished());
  });

  it('keeps the photo but none of the keys for somebody else', () => {
    const adopted = adoptDocument(finished(), 'user-2');
    expect(adopted.ownerId).toBe('user-2');
    expect(adopted.photo?.uploadKey).toBeNull();
    expect(adopted.results).toEqual([]);
    expect(undo(adopted)).toEqual(adopted);
    expect(adopted.edits.currentId).toBe(PHOTO_ID);
    expect(Object.keys(adopted.masks)).toEqual([PHOTO_ID]);
    expect(adopted.view.compare).toBe('result');
    expect(adopted.photo?.name).toBe('mug.jpg');
  });
});

/** Any of the things that people do to a document, with any value. */
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
        editScene(document, 'scene-wish', nowMs, { prompt }),
    ),
  fc
    .constantFrom('scene' as const, 'colour' as const, 'transparent' as const)
    .map(
      (background) => (document: StudioDocument, nowMs: number) =>
        editScene(document, 'background', nowMs, { background }),
    ),
  fc
    .record({
      quarterTurns: fc.integer({ min: 0, max: 3 }),
      isFlipped: fc.boolean(),
      angleDeg: fc.double({ min: -45, max: 45, noNaN: true }),
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
  it('goes back to what was before each step, and redo to what was after, whatever was done', () => {
    const steps = fc.array(fc.tuple(anyEdit, fc.integer({ min: 0, max: 3000 })), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (doings) => {
        let now = finished();
        let nowMs = 10;
        const seen = [now.edits];
        for (const [act, pauseMs] of doings) {
          nowMs += pauseMs;
          const before = now;
          now = act(now, nowMs);
          if (now === before) continue;
          // What is gathered takes the place of the step that it joins.
          if (now.history.past.length === before.history.past.length) seen.pop();
          seen.push(now.edits);
        }
        const last = now.edits;
        for (const expected of seen.slice(0, -1).toReversed()) {
          now = undo(now);
          expect(now.edits).toEqual(expected);
        }
        for (let at = 1; at < seen.length; at += 1) now = redo(now);
        expect(now.edits).toEqual(last);
      }),
    );
  });

  it('survives being stored in the middle of it', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), fc.nat(5), (doings, back) => {
        let now = doings.reduce((document, act, at) => act(document, at * 2000), finished());
        for (let at = 0; at < back; at += 1) now = undo(now);
        expect(parseDocument(JSON.parse(JSON.stringify(now)))).toEqual(now);
      }),
    );
  });

  it('gathers the moves of one drag, and not those of the next', () => {
    const moved = (document: StudioDocument, centerX: number, nowMs: number) =>
      editScene(document, 'place', nowMs, {
        placement: { centerX, centerY: 0.5, width: 0.4, rotationDeg: 0, isFlipped: false },
      });
    const one = moved(moved(moved(finished(), 0.1, 10), 0.2, 20), 0.3, 900);
    expect(undo(one).edits.scene.placement).toBeNull();
    const two = moved(one, 0.8, 5000);
    expect(undo(two).edits.scene.placement?.centerX).toBe(0.3);
  });
});
