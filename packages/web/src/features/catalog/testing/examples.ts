import type { ItemCounts, RunItem } from '@packshot/contract/catalog/items';
import type { Recipe, StoredRecipe } from '@packshot/contract/catalog/recipe';
import type { Run } from '@packshot/contract/catalog/runs';

export const RUN_ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
export const RECIPE_ID = '1c3f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b22';
const HASH = 'a'.repeat(64);
const AT = '2026-11-23T10:00:00.000Z';

const NONE: ItemCounts = {
  waiting: 0,
  running: 0,
  done: 0,
  needs_review: 0,
  approved: 0,
  rejected: 0,
  failed: 0,
  skipped: 0,
};

export const exampleRun = (part: Partial<Run> = {}, counts: Partial<ItemCounts> = {}): Run => ({
  id: RUN_ID,
  name: 'Autumn',
  status: 'finished',
  paused_because: null,
  recipe: { id: RECIPE_ID, name: 'White', version: 1, hash: HASH },
  only_changed: true,
  items: 5,
  counts: { ...NONE, ...counts },
  sources: { upload: 5, url: 0, bucket: 0, missing: 0 },
  to: null,
  credits: 5,
  created_at: AT,
  started_at: AT,
  finished_at: AT,
  expires_at: AT,
  ...part,
});

export const exampleItem = (row: number, part: Partial<RunItem> = {}): RunItem => ({
  row,
  sku: `SKU-${row}`,
  variant: '',
  slot: 'front',
  columns: {},
  source: { kind: 'upload', name: `SKU-${row}.jpg` },
  state: 'done',
  reason: null,
  score: 0.9,
  doubts: [],
  review: null,
  reused: false,
  credits: 1,
  outputs: [
    {
      id: 'shop',
      name: `SKU-${row}_front_shop.jpg`,
      format: 'jpeg',
      width: 2000,
      height: 2000,
      bytes: 1000,
      sha256: HASH,
      unsigned_sha256: HASH,
      scale: 0.8,
      findings: null,
      delivery: null,
      url: `/objects/made-${row}.jpg`,
      download_url: `/v1/files/made-${row}`,
    },
  ],
  thumb_url: `/objects/thumb-${row}.webp`,
  photo_url: `/objects/photo-${row}.jpg`,
  photo_key: `uploads/photo-${row}.jpg`,
  has_scene: false,
  ...part,
});

export const EXAMPLE_RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'computed', strength: 1 },
    framing: {
      fill_percent: 85,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 2000,
      height: 2000,
      format: 'jpeg',
      quality: 90,
      name_pattern: '{sku}_{slot}_{channel}.{ext}',
    },
  ],
};

export const exampleStored = (part: Partial<StoredRecipe> = {}): StoredRecipe => ({
  id: RECIPE_ID,
  name: 'White',
  version: 1,
  hash: HASH,
  recipe: EXAMPLE_RECIPE,
  created_at: AT,
  updated_at: AT,
  ...part,
});
