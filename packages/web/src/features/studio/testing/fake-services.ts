/** Fake services for the studio: each answers immediately; tests can replace any of them. */
import type { StudioDocument } from '../model/document.ts';
import { NO_MAPS } from '../model/product-maps.ts';
import type { BlobSlot, DocumentStore } from '../state/document-store.ts';
import type { StudioServices } from '../state/services.ts';
import type { DocumentServices } from '../documents/services.ts';
import type { StudioSet } from '@packshot/image-engine/pixels';
import { STUDIO_SETS } from '../composite/studio-sets.ts';
import type { CompositeServices } from '../composite/services.ts';
import type { RunServices } from '../run/services.ts';
import type { HistoryServices } from '../history/services.ts';
import type { ExportServices } from '../export/services.ts';
import type { BatchServices } from '../batch/services.ts';
import type { CatalogServices } from '../catalog/services.ts';
import type { CropServices } from '../tools/crop/services.ts';
import type { CutOutServices } from '../tools/cut-out/services.ts';
import type { CutOutSegments } from '../tools/cut-out/parts/find-parts.ts';
import type { MagicServices } from '../tools/magic/services.ts';
import type { SceneServices } from '../tools/scene/services.ts';
import type { DescribeServices } from '../tools/describe/services.ts';
import { MADE_PLACE, success, tasks } from './fake-tasks.ts';

const USER_ID = 'e5f8c1de-1d0e-4bb1-9d0c-6f6c2f0c6a11';

function fakeDocumentStore(): DocumentStore {
  const documents = new Map<string, StudioDocument>();
  const blobs = new Map<string, Blob>();
  const states = new Map<string, string | null>();
  let current: string | null = null;
  const key = (id: string, slot: BlobSlot): string => `${id}/${slot}`;
  return {
    list: async () => [...documents.values()].toSorted((a, b) => b.updatedAtMs - a.updatedAtMs),
    read: async (id) => documents.get(id) ?? null,
    readBlob: async (id, slot) => blobs.get(key(id, slot)) ?? null,
    save: async (document) => {
      documents.set(document.id, document);
      return { isPhotoMissing: false };
    },
    copy: async (fromId, document) => {
      documents.set(document.id, document);
      for (const [name, blob] of blobs)
        if (name.startsWith(fromId)) blobs.set(`${document.id}${name.slice(fromId.length)}`, blob);
    },
    onOtherTab: () => undefined,
    saveBlob: async (id, slot, blob) => void blobs.set(key(id, slot), blob),
    removeBlobs: async (id, slots) => slots.forEach((slot) => blobs.delete(key(id, slot))),
    remove: async (id) => {
      documents.delete(id);
      for (const name of blobs.keys()) if (name.startsWith(id)) blobs.delete(name);
    },
    currentId: async () => current,
    setCurrentId: async (id) => {
      current = id;
    },
    readState: async (key) => states.get(key) ?? null,
    saveState: async (key, value) => void states.set(key, value),
  };
}

export interface Notice {
  readonly type: string;
  readonly message: string;
}

const PICTURE = { url: 'blob:fake', widthPx: 700, heightPx: 500 };

const LIVE_PIXELS = { data: new Uint8Array(4), widthPx: 1, heightPx: 1, channels: 4 } as const;
const SET_TINTS = [
  { id: 'wall', file: 'tint-wall.webp', color: '#b3aea7' },
  { id: 'table', file: 'tint-table.webp', color: '#a0764f' },
];

const requireSet = (): StudioSet => {
  const [set] = STUDIO_SETS;
  if (!set) throw new Error('There are no sets');
  return set;
};

const documentServices: DocumentServices = {
  userId: async () => USER_ID,
  fetchBlob: async () => pngFile(),
  taskState: async () => success(),
  viewUpload: () => Promise.reject(new Error('These tests show no views')),
  decodePhoto: async () => ({ picture: PICTURE, converted: null, isReadAlike: true }),
  decodePicture: async () => PICTURE,
  makeThumbnail: async () => new Blob(['webp'], { type: 'image/webp' }),
  resizePicture: async () => new Blob(['small'], { type: 'image/webp' }),
  visibleBox: async () => ({
    x: 1 / 7,
    y: 0.1,
    width: 4 / 7,
    height: 0.8,
    foot: { x: 2 / 7, width: 2 / 7 },
    aspectRatio: 1,
  }),
  edgeColor: async () => '#d8c8b0',
};
const compositeServices: CompositeServices = {
  compose: async ({ size }) => ({ ...size, png: new Blob(['png']), alphaPng: new Blob(['alpha']) }),
  planLive: () => Promise.reject(new Error('These tests plan no scenes')),
  stopLive: async () => undefined,
  // Imitates the engine, which places a group whose first product isn't placed.
  composeLive: async ({ placement, others }) => ({
    beside: others.map((other) => (placement ? other.placement : { ...MADE_PLACE, centerX: 0.8 })),
    ground: LIVE_PIXELS,
    patch: LIVE_PIXELS,
    xPx: 0,
    yPx: 0,
    product: LIVE_PIXELS,
    placement: placement ?? MADE_PLACE,
    visibility: [],
  }),
  studioSet: async (id) => ({
    files: `/sets/${id}/`,
    set: { ...requireSet(), id, tints: SET_TINTS },
  }),
  proveComposite: async () => ({ total: 9_000, changed: 0, worstDeltaE: 0, heatMap: new Blob(['map']) }),
  productMaps: async () => NO_MAPS,
  estimateSurroundings: async () => ({
    light: { fromDeg: -60, heightDeg: 40 },
    directed: 0.5,
    groundLine: 0.4,
    elevationDeg: 14,
    confidence: { light: 1, groundLine: 1 },
  }),
};
const runServices: RunServices = {
  upload: async () => 'u/1/photo',
  engines: async () => [],
  generationsLeft: () => 5,
  refreshGenerations: async () => undefined,
  ...tasks(),
  followTasks: async (taskIds) => taskIds.map((task_id) => ({ ...success(), task_id })),
  cancelTasks: async (taskIds) => taskIds,
  reportThirdImage: () => undefined,
  tellShell: () => undefined,
  markReimagining: () => undefined,
};
const historyServices: HistoryServices = {
  keepsHistory: () => true,
  keepInHistory: async () => undefined,
  keepOwnPicture: async () => undefined,
  noteUnfiled: () => undefined,
  forgetUnfiled: () => undefined,
  reportShown: async () => undefined,
};
const exportServices: ExportServices = {
  writePng: async (file) => (file.type === 'image/png' ? file : new Blob([file], { type: 'image/png' })),
  encodeExport: async ({ mimeType }) => new Blob(['exported'], { type: mimeType }),
  writePsd: async () => new Blob(['layers'], { type: 'image/vnd.adobe.photoshop' }),
  measureExport: async ({ size }) => ({
    file: {
      name: null,
      bytes: size,
      format: 'jpeg',
      widthPx: 2000,
      heightPx: 2000,
      colors: 'rgb',
      bitsPerSample: 8,
      profile: null,
    },
    pixels: null,
  }),
  saveFile: () => undefined,
  downloadBalance: async () => ({ id: USER_ID, download_credits: 2 }),
  requestDownload: async () => ({ download_credits: 1, url: '/objects/result.png' }),
  refreshBalances: async () => undefined,
};
const catalogServices: CatalogServices = {
  changeRunItem: async () => undefined,
  changeRunScene: async () => undefined,
  openRunItem: async () => undefined,
  isGuest: () => false,
  goTo: () => undefined,
};
const batchServices: BatchServices = {
  zip: async (files) => {
    const names: string[] = [];
    for await (const { name } of files) names.push(name);
    return new Blob([names.join('\n')], { type: 'application/zip' });
  },
  wait: async () => undefined,
};
const cropServices: CropServices = {
  crop: async () => new Blob(['crop'], { type: 'image/png' }),
  productRows: async () => [{ xPx: 100, yPx: 50, widthPx: 400, heightPx: 400 }],
};
const NO_PARTS: CutOutSegments = {
  scale: 1,
  widthPx: 1,
  heightPx: 1,
  parts: [],
  all: [],
  partOf: new Uint16Array(1),
  areaOf: new Uint16Array(1),
  isBackdrop: new Uint8Array([1]),
  alpha: new Uint8Array(1),
};
const cutOutServices: CutOutServices = {
  pixelsOn: async ({ widthPx, heightPx }) => new Uint8ClampedArray(widthPx * heightPx * 4),
  exportCorrection: async (strokes) =>
    strokes.length > 0 ? new Blob(['strokes'], { type: 'image/png' }) : null,
  findParts: async () => NO_PARTS,
};
const magicServices: MagicServices = {
  completeRemoval: async () => null,
  exportMask: async (strokes) => (strokes.length > 0 ? new Blob(['mask'], { type: 'image/png' }) : null),
};
const sceneServices: SceneServices = {
  suggestScenes: async () => ({
    prompt: 'marble podium',
    suggestions: ['sand dunes', 'wet stone', 'oak window'],
  }),
};
const describeServices: DescribeServices = {
  copyText: async () => undefined,
};

export function fakeServices(
  overrides: Partial<StudioServices> = {},
): StudioServices & { notices: Notice[] } {
  const notices: Notice[] = [];
  return {
    notices,
    documents: fakeDocumentStore(),
    references: async () => [],
    release: () => undefined,
    notify: (type, message) => notices.push({ type, message }),
    newId: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
    ...documentServices,
    ...compositeServices,
    ...runServices,
    ...historyServices,
    ...exportServices,
    ...batchServices,
    ...catalogServices,
    ...cropServices,
    ...cutOutServices,
    ...magicServices,
    ...sceneServices,
    ...describeServices,
    ...overrides,
  };
}

/** File whose first bytes are those of a PNG of 700 × 500. */
export function pngFile(name = 'mug.png'): File {
  const header = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const bytes = new Uint8Array([...header, 0, 0, 0x02, 0xbc, 0, 0, 0x01, 0xf4, 8, 6, 0, 0, 0, 0, 0, 0, 0]);
  return new File([bytes], name, { type: 'image/png' });
}
