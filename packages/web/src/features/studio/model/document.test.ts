import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT_OUT, finishedDocument, MASKS, PHOTO } from '../testing/documents.ts';
import { adoptDocument, DOCUMENT_VERSION, parseDocument } from './document.ts';
import { NO_EDITS, undo } from './edits.ts';
import type { Edits } from './edits.ts';
import { PHOTO_ID } from './results.ts';

/** Document with a result in the format of version 4, which lacks corrections and related fields. */
const ofVersion4 = () => {
  const { corrections: _corrections, view, edits, history, ...rest } = finishedDocument();
  const { refineLook: _look, ...oldView } = view;
  const toOldEdits = ({ settings, ...others }: Edits) => {
    const { edges: _edges, feather: _feather, ...oldSettings } = settings;
    const { crop: _crop, ...oldOthers } = others;
    return { ...oldOthers, settings: oldSettings };
  };
  return {
    ...rest,
    version: 4,
    results: rest.results.map(({ cropOf: _cropOf, ...result }) => result),
    edits: toOldEdits(edits),
    history: { ...history, past: history.past.map(toOldEdits), future: history.future.map(toOldEdits) },
    view: oldView,
  };
};

/** Document with a result in the format of version 3. */
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
  } = finishedDocument();
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
  it('is unchanged after a round trip through JSON', () => {
    expect(parseDocument(JSON.parse(JSON.stringify(finishedDocument())))).toEqual(finishedDocument());
  });

  it('is refused without an exception when any part is invalid', () => {
    const corrupt: unknown[] = [
      null,
      undefined,
      'text',
      [],
      {},
      { ...finishedDocument(), id: 'not-a-uuid' },
      { ...finishedDocument(), version: DOCUMENT_VERSION + 1 },
      { ...finishedDocument(), photo: { ...PHOTO, widthPx: -3 } },
      { ...finishedDocument(), view: { ...finishedDocument().view, splitFraction: 4 } },
      {
        ...finishedDocument(),
        view: { ...finishedDocument().view, backdrop: { kind: 'color', hex: 'url(evil)' } },
      },
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
    const { photo, ...rest } = finishedDocument();
    const oldest = { ...rest, version: -1, picture: photo };
    const migrations = {
      [-1]: ({ picture, ...old }: Record<string, unknown>) => ({ ...old, version: 0, photo: picture }),
      0: (old: Record<string, unknown>) => ({ ...old, version: DOCUMENT_VERSION }),
    };
    expect(parseDocument(oldest, migrations)).toEqual(finishedDocument());
  });

  it('migrated from version 1, keeps its cut-out as the first result, and a running task', () => {
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
    expect(migrated?.edits).toEqual({ ...NO_EDITS, currentId: CUT_OUT.id, productName: 'Mug' });
    const running = { ...old, cutOut: null, pendingTask: { taskId, startedAtMs: 5 } };
    expect(parseDocument(running)).toMatchObject({
      results: [],
      pendingRun: { taskIds: [taskId], startedAtMs: 5, tool: 'cut-out', inputId: PHOTO_ID, requestId: null },
    });
  });

  it('migrated from version 3, keeps its results, prompts, settings and undo steps', () => {
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

  it('migrated from version 4, is unchanged and has no corrections', () => {
    const now = finishedDocument();
    expect(parseDocument(ofVersion4())).toEqual({
      ...now,
      corrections: {},
      view: { ...now.view, refineLook: 'cut-out' },
    });
  });

  it('migrated from version 5, has nothing saved in history, and counts its photo as the user’s own', () => {
    const { filed: _filed, photo, ...rest } = finishedDocument();
    const { openedFrom: _openedFrom, ...oldPhoto } = photo ?? PHOTO;
    expect(parseDocument({ ...rest, version: 5, photo: oldPhoto })).toEqual(finishedDocument());
    expect(parseDocument({ ...rest, version: 5, photo: null })?.photo).toBeNull();
  });

  it('migrated from version 6, keeps the chosen colors', () => {
    const now = finishedDocument();
    const { color: _color, ...scene } = now.edits.scene;
    const british = { ...now.edits, scene: { ...scene, background: 'colour', colour: '#123456' } };
    const migrated = parseDocument({
      ...now,
      version: 6,
      edits: british,
      history: { ...now.history, past: [british] },
      view: { ...now.view, backdrop: { kind: 'colour', hex: '#ffffff' } },
    });
    const expected = { ...now.edits, scene: { ...scene, background: 'color', color: '#123456' } };
    expect(migrated?.edits).toEqual(expected);
    expect(migrated?.history.past).toEqual([expected]);
    expect(migrated?.view.backdrop).toEqual({ kind: 'color', hex: '#ffffff' });
  });

  it('migrated from version 8, keeps the settings of its scene requests', () => {
    const scene = { ...finishedDocument().edits.scene, prompt: 'on a beach', count: 2 as const };
    const request = {
      id: '5d0f4c1e-1f0e-4f5e-9b0a-3c1f4a7d9e21',
      tool: 'scene' as const,
      inputId: CUT_OUT.id,
      startedAtMs: 5,
      taskIds: [],
      failures: {},
    };
    const migrated = parseDocument({
      ...finishedDocument(),
      version: 8,
      requests: [{ ...request, wish: scene }],
    });
    expect(migrated?.requests).toEqual([{ ...request, scene }]);
  });

  it('is refused when a migration doesn’t advance its version', () => {
    expect(parseDocument({ ...finishedDocument(), version: 0 }, { 0: (old) => old })).toBeNull();
  });
});

describe('adopting a document', () => {
  it('changes nothing for its owner, or while the user is unknown', () => {
    expect(adoptDocument(finishedDocument(), 'user-1')).toEqual(finishedDocument());
    expect(adoptDocument(finishedDocument(), null)).toEqual(finishedDocument());
  });

  it('keeps the photo for another user, but removes the first user’s results and storage keys', () => {
    const adopted = adoptDocument(finishedDocument(), 'user-2');
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
