/** Migrations of stored documents, one version at a time. Formats are those of each version's `document.ts`. */

import { nameInFile } from './name-in-file.ts';

type StoredDocument = Record<string, unknown>;

/** `MIGRATIONS[n]` turns a document of version n into one of version n + 1. */
export const MIGRATIONS: Readonly<Record<number, (old: StoredDocument) => StoredDocument>> = {
  1: chainFromCutOut,
  2: (old) => ({ ...old, version: 3, descriptions: {} }),
  3: historyOfEverything,
  4: withCorrections,
  5: withFiledPictures,
  6: inAmericanSpelling,
  7: withNamedProducts,
  8: withScenesOfRequests,
};

const PHOTO = 'photo';

/** Migrates from version 1, which had one tool and one result. */
function chainFromCutOut(old: StoredDocument): StoredDocument {
  const { cutOut, pendingTask, ...rest } = old;
  const pending = isRecord(pendingTask) && { ...pendingTask, tool: 'cut-out', inputId: PHOTO };
  return {
    ...rest,
    version: 2,
    chain: toChain(cutOut),
    masks: {},
    pendingTask: pending || null,
    settings: { tool: 'cut-out', prompt: '', factor: 2, mode: 'faithful' },
  };
}

function toChain(cutOut: unknown): StoredDocument {
  const none = { past: [], future: [] };
  if (!isRecord(cutOut)) return { ...none, results: [], present: { currentId: PHOTO, hiddenIds: [] } };
  const { taskId, ...rest } = cutOut;
  return {
    ...none,
    results: [{ ...rest, id: taskId, tool: 'cut-out', inputId: PHOTO }],
    present: { currentId: taskId, hiddenIds: [] },
  };
}

/** Migrates from version 3, which could undo only the selection of pictures, and had no scenes. */
function historyOfEverything(old: StoredDocument): StoredDocument {
  const { chain, settings, descriptions, pendingTask, ...rest } = old;
  const { results, past, present, future } = isRecord(chain) ? chain : {};
  const { tool, ...set } = isRecord(settings) ? settings : {};
  const migrateEdits = (step: unknown): StoredDocument => ({
    ...(isRecord(step) ? step : {}),
    starredIds: [],
    settings: { ...set, strength: 0.6 },
    scene: FIRST_SCENE,
    descriptions,
  });
  return {
    ...rest,
    version: 4,
    tool,
    results: toList(results).map((result) => ({
      ...(isRecord(result) ? result : {}),
      scene: null,
      strength: null,
    })),
    requests: [],
    edits: migrateEdits(present),
    history: { past: toList(past).map(migrateEdits), future: toList(future).map(migrateEdits), last: null },
    uploads: {},
    pendingRun: toPendingRun(pendingTask),
  };
}

/** Migrates from version 4, which had no crops or manual corrections, and whose masks had hard edges. */
function withCorrections(old: StoredDocument): StoredDocument {
  const { edits, history, view, results, ...rest } = old;
  const migrateEdits = (step: unknown): StoredDocument => {
    const { settings, ...others } = isRecord(step) ? step : {};
    return {
      ...others,
      settings: { ...(isRecord(settings) ? settings : {}), edges: 'picture', feather: 0 },
      crop: null,
    };
  };
  const { past, future, ...others } = isRecord(history) ? history : {};
  return {
    ...rest,
    version: 5,
    results: toList(results).map((result) => ({ ...(isRecord(result) ? result : {}), cropOf: null })),
    edits: migrateEdits(edits),
    history: { ...others, past: toList(past).map(migrateEdits), future: toList(future).map(migrateEdits) },
    corrections: {},
    view: { ...(isRecord(view) ? view : {}), refineLook: 'cut-out' },
  };
}

/** Migrates from version 5, which stored no browser-made pictures in the history, and no origin of a photo. */
function withFiledPictures(old: StoredDocument): StoredDocument {
  const { photo } = old;
  return { ...old, version: 6, photo: isRecord(photo) ? { ...photo, openedFrom: null } : null, filed: [] };
}

/** Migrates from version 6, which used the spelling "colour" in field names and values. */
function inAmericanSpelling(old: StoredDocument): StoredDocument {
  const { edits, history, requests, view, ...rest } = old;
  const migrateScene = (scene: unknown): StoredDocument => {
    const { colour, background, ...others } = isRecord(scene) ? scene : {};
    return {
      ...others,
      background: background === 'colour' ? 'color' : background,
      ...(colour !== undefined && { color: colour }),
    };
  };
  const migrateEdits = (step: unknown): StoredDocument => {
    const now = isRecord(step) ? step : {};
    return { ...now, scene: migrateScene(now['scene']) };
  };
  const { past, future, ...others } = isRecord(history) ? history : {};
  const { backdrop, ...look } = isRecord(view) ? view : {};
  return {
    ...rest,
    version: 7,
    edits: migrateEdits(edits),
    history: { ...others, past: toList(past).map(migrateEdits), future: toList(future).map(migrateEdits) },
    requests: toList(requests).map((request) =>
      isRecord(request) ? { ...request, wish: migrateScene(request['wish']) } : request,
    ),
    view: {
      ...look,
      backdrop:
        isRecord(backdrop) && backdrop['kind'] === 'colour' ? { ...backdrop, kind: 'color' } : backdrop,
    },
  };
}

/** Migrates from version 7, which had no product names and no shop texts. */
function withNamedProducts(old: StoredDocument): StoredDocument {
  const { photo } = old;
  const productName = isRecord(photo) && typeof photo['name'] === 'string' ? nameInFile(photo['name']) : '';
  const migrateEdits = (step: unknown): StoredDocument => {
    const now = isRecord(step) ? step : {};
    return {
      ...now,
      settings: { ...(isRecord(now['settings']) ? now['settings'] : {}), language: 'en' },
      shopTexts: {},
      productName,
    };
  };
  const { past, future, ...others } = isRecord(old['history']) ? old['history'] : {};
  return {
    ...old,
    version: 8,
    edits: migrateEdits(old['edits']),
    history: { ...others, past: toList(past).map(migrateEdits), future: toList(future).map(migrateEdits) },
  };
}

/** Migrates from version 8, which named a request's settings `wish`. */
function withScenesOfRequests(old: StoredDocument): StoredDocument {
  const requests = toList(old['requests']).map((request) => {
    if (!isRecord(request)) return request;
    const { wish, ...others } = request;
    return { ...others, scene: wish };
  });
  return { ...old, version: 9, requests };
}

const FIRST_SCENE = {
  placement: null,
  shadow: null,
  background: 'scene',
  colour: '#f3f1ee',
  picture: null,
  prompt: '',
  reference: null,
  light: 'auto',
  palette: [],
  aspectRatioId: 1,
  isLarger: false,
  count: 4,
  seed: null,
};

function toPendingRun(pendingTask: unknown): StoredDocument | null {
  if (!isRecord(pendingTask)) return null;
  const { taskId, ...rest } = pendingTask;
  return { ...rest, taskIds: [taskId], requestId: null };
}

const isRecord = (value: unknown): value is StoredDocument => typeof value === 'object' && value !== null;
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
