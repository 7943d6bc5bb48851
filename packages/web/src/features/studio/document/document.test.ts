import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adoptDocument, createDocument, DOCUMENT_VERSION, parseDocument } from './document.ts';
import type { StudioDocument } from './document.ts';
import { addResult, EMPTY_CHAIN, PHOTO_ID } from './result-chain.ts';
import type { Result } from './result-chain.ts';

const made = (): StudioDocument =>
  createDocument({
    id: '6f1d3c1e-5a0b-4f5e-9a51-1f0f4b6f2d11',
    nowMs: 1_760_000_000_000,
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
};

const finished = (): StudioDocument => ({
  ...made(),
  ownerId: 'user-1',
  photo: { ...made().photo, uploadKey: 'u/1/mug' },
  chain: addResult(EMPTY_CHAIN, CUT_OUT),
  masks: {
    [PHOTO_ID]: { strokes: [{ tool: 'brush', radiusPx: 12.5, points: [1, 2, 3.5, 4] }], undone: [] },
  },
  pendingTask: null,
  view: { compare: 'slider', splitFraction: 0.3, backdrop: { kind: 'colour', hex: '#ffffff' } },
});

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
      { ...finished(), photo: { ...finished().photo, widthPx: -3 } },
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
    const { chain: _chain, masks: _masks, settings: _settings, ...rest } = finished();
    const { id: taskId, tool: _tool, inputId: _inputId, ...cutOut } = CUT_OUT;
    const old = { ...rest, version: 1, cutOut: { ...cutOut, taskId }, pendingTask: null };
    expect(parseDocument(old)).toEqual({
      ...finished(),
      masks: {},
      chain: { ...EMPTY_CHAIN, results: [CUT_OUT], present: { currentId: CUT_OUT.id, hiddenIds: [] } },
    });
    const running = { ...old, cutOut: null, pendingTask: { taskId, startedAtMs: 5 } };
    expect(parseDocument(running)).toMatchObject({
      chain: EMPTY_CHAIN,
      pendingTask: { taskId, startedAtMs: 5, tool: 'cut-out', inputId: PHOTO_ID },
    });
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
    expect(adopted.photo.uploadKey).toBeNull();
    expect(adopted.chain).toEqual(EMPTY_CHAIN);
    expect(Object.keys(adopted.masks)).toEqual([PHOTO_ID]);
    expect(adopted.view.compare).toBe('result');
    expect(adopted.photo.name).toBe('mug.jpg');
  });
});
