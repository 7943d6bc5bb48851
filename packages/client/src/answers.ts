/** Validates responses before they are used, because a server or proxy can return anything. */
import type {
  AddCatalogBucketAnswer,
  AddCatalogItemsAnswer,
  AddCatalogTableAnswer,
  AttachCatalogFilesAnswer,
  Catalog,
  CatalogItem,
  CreateImageAnswer,
  EstimateCatalogAnswer,
  Job,
  ListBucketsAnswer,
  ListCatalogItemsAnswer,
  ListCatalogsAnswer,
  ListChannelsAnswer,
  ListRecipesAnswer,
  ListJobsAnswer,
  ListSetsAnswer,
  Problem,
  ReadKeyAnswer,
  ReadProblemAnswer,
  ReadUsageAnswer,
  Reference,
  Result,
  ReviewCatalogAnswer,
  StoredRecipe,
} from './generated.ts';

type Check = (value: unknown) => boolean;
/**
 * Type that requires a check for each field of a response, so that new fields of the generated types can't be
 * forgotten.
 */
type Fields<Value> = Readonly<Record<keyof Value, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isIndex: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const parseOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.some((each) => each === value);
const list =
  (check: Check, most = Infinity): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
/** Checks the given fields of an object. Additional fields are accepted, because the API may add some. */
const fields =
  <Value>(checks: Fields<Value>) =>
  (value: unknown): value is Value =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** Checks for an ID that is safe as part of a URL path. */
export const isPathPart: Check = (value) => typeof value === 'string' && /^[\w-]{1,1100}$/.test(value);

const isBox = fields<NonNullable<Result['foreground']>>({
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
});
const isShopText = fields<NonNullable<Result['shop_texts']>['en']>({
  title: isText,
  bullets: list(isText),
  alt_text: isText,
});

const isResult = fields<Result>({
  index: isIndex,
  url: optional(isText),
  download_url: optional(isText),
  image_key: optional(isText),
  content_type: optional(isText),
  width: optional(isNumber),
  height: optional(isNumber),
  confidence: optional(isNumber),
  foreground: optional(isBox),
  doubts: optional(
    list(
      fields<NonNullable<Result['doubts']>[number]>({
        reason: parseOneOf(
          'looks-differ',
          'at-border',
          'weak-contrast',
          'several-objects',
          'see-through',
          'unfit-for-set',
        ),
        place: parseOneOf('left', 'right', 'top', 'bottom', 'inside', 'whole'),
        box: isBox,
      }),
    ),
  ),
  seed: optional(isNumber),
  recipe: optional(isText),
  edit_url: optional(isText),
  description: optional(isText),
  shop_texts: optional(
    fields<NonNullable<Result['shop_texts']>>({
      en: isShopText,
      de: isShopText,
      fr: isShopText,
      es: isShopText,
      it: isShopText,
    }),
  ),
  read_text: optional(list(isText)),
});

/** Maximum number of results of a job. The client downloads each by a separate call. */
const RESULTS_MAX = 100;

/** Checks the fields of an error response from which the client creates its errors. */
export const isProblem = fields<Problem>({
  type: optional(isText),
  title: optional(isText),
  status: isNumber,
  detail: isText,
  // Any text is accepted, because the API may add error codes.
  code: isText,
  param: optional(isText),
  request_id: optional(isText),
  credits_charged: optional(isNumber),
});

export const isJob = fields<Job>({
  id: isPathPart,
  tool: isText,
  mode: parseOneOf('live', 'test'),
  status: parseOneOf('queued', 'running', 'succeeded', 'failed', 'canceled'),
  progress: isNumber,
  credits_charged: optional(isNumber),
  created_at: isText,
  results: list(isResult, RESULTS_MAX),
  error: optional(isProblem),
});
export const isJobList = fields<ListJobsAnswer>({ data: list(isJob), next_cursor: orNull(isText) });

type Stage = Reference['stages'][number];
const isReference = fields<Reference>({
  id: isText,
  title: isText,
  image: isText,
  elevations_deg: list(isNumber),
  tints: list(fields<Reference['tints'][number]>({ id: isText, color: isText })),
  keywords: list(isText),
  stages: list(
    fields<Stage>({
      aspect_ratio: isNumber,
      footX: isNumber,
      footY: isNumber,
      maxWidth: isNumber,
      maxHeight: isNumber,
      crop: isBox,
    }),
  ),
});
export const isSetList = fields<ListSetsAnswer>({ data: list(isReference) });

type Channel = ListChannelsAnswer['data'][number];
type Rule = Channel['rules'][number];
const isSource = fields<Rule['source']>({
  title: isText,
  url: orNull(isText),
  checked_on: isText,
  confidence: parseOneOf('stated', 'reported'),
});
const isRule = fields<Rule>({
  rule: isText,
  level: parseOneOf('refused', 'advice'),
  judged: isFlag,
  sentence: isText,
  from: optional(isText),
  until: optional(isText),
  min: optional(isNumber),
  max: optional(isNumber),
  min_px: optional(isNumber),
  max_px: optional(isNumber),
  min_level: optional(isNumber),
  max_bits: optional(isNumber),
  of: optional(isText),
  purpose: optional(isText),
  formats: optional(list(isText)),
  ratios: optional(list(list(isNumber))),
  asks: optional(isText),
  like: optional(isText),
  source: isSource,
});
const isChannel = fields<Channel>({
  id: isText,
  name: isText,
  checked_on: isText,
  preferred: fields<Channel['preferred']>({
    width: isNumber,
    height: isNumber,
    format: isText,
    on_white: isFlag,
    fill: isNumber,
  }),
  rules: list(isRule),
  unchecked: list(fields<Channel['unchecked'][number]>({ sentence: isText, source: isSource })),
  unknown: list(isText),
  file_names: orNull(fields<NonNullable<Channel['file_names']>>({ pattern: isText, slots: list(isText) })),
});
export const isChannelList = fields<ListChannelsAnswer>({ data: list(isChannel) });

export const isStoredImage = fields<CreateImageAnswer>({
  image_key: isText,
  content_type: isText,
  width: isNumber,
  height: isNumber,
  bytes: isNumber,
});

export const isKey = fields<ReadKeyAnswer>({
  id: isText,
  name: isText,
  mode: parseOneOf('live', 'test'),
  starts_with: isText,
  // Any texts are accepted, because the API may add scopes.
  scopes: list(isText),
  addresses: list(isText),
  expires_at: orNull(isText),
  monthly_ceiling: orNull(isNumber),
  spent_this_month: isNumber,
  works_for_free: optional(isFlag),
  left_this_month: orNull(isNumber),
  credits: optional(isNumber),
});

type Usage = ReadUsageAnswer['data'];
const COUNTS: Fields<Usage['total']> = {
  calls: isNumber,
  errors: isNumber,
  p95_ms: orNull(isNumber),
  credits: optional(isNumber),
};
export const isUsage = fields<ReadUsageAnswer>({
  data: fields<Usage>({
    total: fields<Usage['total']>(COUNTS),
    by_day: list(fields<Usage['by_day'][number]>({ ...COUNTS, day: isText })),
    by_key: list(
      fields<Usage['by_key'][number]>({
        ...COUNTS,
        key_id: isText,
        name: isText,
        starts_with: isText,
        mode: parseOneOf('live', 'test'),
        has_ended: isFlag,
      }),
    ),
    by_tool: list(fields<Usage['by_tool'][number]>({ ...COUNTS, tool: orNull(isText) })),
    last_calls: list(
      fields<Usage['last_calls'][number]>({
        request_id: isText,
        key_id: isText,
        key_name: isText,
        tool: orNull(isText),
        method: isText,
        route: isText,
        status: isNumber,
        code: orNull(isText),
        duration_ms: isNumber,
        credits: optional(isNumber),
        at: isText,
      }),
    ),
  }),
});

export const isProblemPage = fields<ReadProblemAnswer>({
  type: isText,
  title: isText,
  status: isNumber,
  detail: isText,
  code: isText,
});

const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Checks each value of an object with arbitrary keys. */
const values =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value as object).every(check);

/** Check for a field that older servers don't send. */
const since =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** Checks a stored recipe. The recipe's content isn't checked, because its features differ between releases. */
export const isRecipe = fields<StoredRecipe>({
  id: isPathPart,
  name: isText,
  version: isNumber,
  hash: isText,
  recipe: isObject,
  created_at: isText,
  updated_at: isText,
});
export const isRecipeList = fields<ListRecipesAnswer>({ data: list(isRecipe) });

export const isCatalog = fields<Catalog>({
  id: isPathPart,
  name: isText,
  status: parseOneOf('draft', 'running', 'paused', 'canceled', 'finished'),
  // Any text is accepted, because the API may add reasons.
  paused_because: orNull(isText),
  recipe: fields<Catalog['recipe']>({ id: orNull(isText), name: isText, version: isNumber, hash: isText }),
  only_changed: isFlag,
  items: isNumber,
  counts: values(isNumber),
  sources: fields<Catalog['sources']>({
    upload: isNumber,
    url: isNumber,
    bucket: since(isNumber),
    missing: isNumber,
  }),
  to: since(orNull(isObject)),
  credits: optional(isNumber),
  created_at: isText,
  started_at: orNull(isText),
  finished_at: orNull(isText),
  expires_at: orNull(isText),
});
export const isCatalogList = fields<ListCatalogsAnswer>({
  data: list(isCatalog),
  next_cursor: orNull(isText),
});

export const isCatalogEstimate = fields<EstimateCatalogAnswer>({
  photos: isNumber,
  files: isNumber,
  credits: optional(isNumber),
  balance: optional(isNumber),
  is_free: optional(isFlag),
  downloads: optional(orNull(isObject)),
  seconds: isNumber,
  example_names: list(isText),
  problems: list(
    fields<EstimateCatalogAnswer['problems'][number]>({
      code: isText,
      message: isText,
      rows: list(isNumber),
    }),
  ),
});

type Output = CatalogItem['outputs'][number];
const isOutput = fields<Output>({
  id: isText,
  name: isText,
  format: isText,
  width: isNumber,
  height: isNumber,
  bytes: isNumber,
  sha256: isText,
  unsigned_sha256: isText,
  scale: since(orNull(isNumber)),
  findings: orNull(
    list(fields<NonNullable<Output['findings']>[number]>({ rule: isText, level: isText, message: isText })),
  ),
  delivery: since(orNull(isObject)),
  url: orNull(isText),
  download_url: since(orNull(isText)),
});
export const isCatalogItem = fields<CatalogItem>({
  row: isIndex,
  sku: isText,
  variant: isText,
  slot: isText,
  columns: values(isText),
  source: fields<CatalogItem['source']>({ kind: isText, name: isText }),
  state: parseOneOf(
    'waiting',
    'running',
    'done',
    'needs_review',
    'approved',
    'rejected',
    'failed',
    'skipped',
  ),
  reason: orNull(fields<NonNullable<CatalogItem['reason']>>({ code: isText, message: isText })),
  score: orNull(isNumber),
  doubts: list(isObject),
  review: orNull(isObject),
  reused: isFlag,
  credits: optional(isNumber),
  outputs: list(isOutput),
  thumb_url: orNull(isText),
  photo_url: orNull(isText),
  photo_key: orNull(isText),
  has_scene: since(isFlag),
});
export const isCatalogItemList = fields<ListCatalogItemsAnswer>({
  data: list(isCatalogItem),
  offset: isIndex,
  total: isIndex,
});

export const isAddedItems = fields<AddCatalogItemsAnswer>({
  added: isNumber,
  taken: list(isIndex),
  items: isNumber,
});
const isReading = fields<AddCatalogTableAnswer['readings'][number]>({
  encoding: isText,
  name: isText,
  sample: isText,
});

export const isTable = fields<AddCatalogTableAnswer>({
  columns: list(isText),
  first_rows: list(list(isText)),
  rows: isNumber,
  usable: isNumber,
  mapping: fields<AddCatalogTableAnswer['mapping']>({
    sku: orNull(isIndex),
    variant: orNull(isIndex),
    slot: orNull(isIndex),
    file: orNull(isIndex),
    url: orNull(isIndex),
    own: list(isIndex),
  }),
  problems: list(fields<AddCatalogTableAnswer['problems'][number]>({ row: isNumber, message: isText })),
  // Older servers don't send the following three fields.
  encoding: optional(orNull(isText)),
  readings: optional(list(isReading)),
  notices: optional(list(isText)),
  added: isNumber,
  taken: list(isIndex),
});
export const isAddedFromBucket = fields<AddCatalogBucketAnswer>({
  added: isNumber,
  items: isNumber,
  skipped: values(isNumber),
});
type ListedBucket = ListBucketsAnswer['data'][number];
export const isBucketList = fields<ListBucketsAnswer>({
  data: list(
    fields<ListedBucket>({
      id: isPathPart,
      name: isText,
      endpoint: orNull(isText),
      region: isText,
      bucket: isText,
      folder: isText,
      access_key_id: orNull(isText),
      path_style: isFlag,
      may_read: isFlag,
      may_write: isFlag,
      open_runs: isNumber,
      created_at: isText,
      tried_at: orNull(isText),
      problem: orNull(isObject),
    }),
  ),
});
export const isAttachedFiles = fields<AttachCatalogFilesAnswer>({
  attached: isNumber,
  unmatched: list(isText),
  missing: isNumber,
});
export const isReviewedRows = fields<ReviewCatalogAnswer>({ rows: list(isNumber) });
