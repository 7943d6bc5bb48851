/** In-memory state of the studio: the open document, its pictures, and the current run. */
import type { CompareMode, StudioDocument } from '../model/document.ts';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { SEED_MAX } from '@packshot/contract/tools/limits';
import { currentResult, isFramed, PHOTO_ID } from '../model/results.ts';
import type { PictureId, WorkName } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportSettings, ShopExport } from '../model/export-settings.ts';
import { IDLE, isActive } from './job.ts';
import type { JobState } from './job.ts';
import { BRUSH_DEFAULT } from '../model/strokes.ts';
import type { MaskTool } from '../model/strokes.ts';
import { HARDNESS_DEFAULT } from '../model/corrections.ts';
import type { StagePicture } from '../model/picture.ts';
import type { ProductMaps } from '../model/product-maps.ts';
import type { Framing, Placement, Reference } from '@packshot/contract/tools/scene';
import type { VisibleBox, SnapLine } from '../model/composition.ts';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { PixelSize } from '../model/size.ts';

/** Renditions of a picture that are loaded; the photo has only `full`. */
export interface LoadedRenditions {
  readonly standard: StagePicture | null;
  readonly full: StagePicture | null;
}
/** Renditions by picture ID; missing until they are needed. Code that removes one has to `release` it. */
type LoadedPictures = Readonly<Record<PictureId, LoadedRenditions>>;

export interface RecentDocument {
  readonly document: StudioDocument;
  readonly thumbnail: StagePicture | null;
}

export interface Assist {
  readonly phase: 'idle' | 'busy' | 'failed';
  readonly suggestions: readonly string[];
}
export const NO_ASSIST: Assist = { phase: 'idle', suggestions: [] };

export interface Arriving {
  readonly receivedBytes: number;
  /** Size of the file; null if the server doesn't send it. */
  readonly totalBytes: number | null;
}

interface ReferenceShelf {
  readonly phase: 'unknown' | 'loading' | 'ready' | 'failed';
  readonly references: readonly Reference[];
}

export interface StudioState {
  /** State of the stage; `starting` while the page looks for unfinished work in the browser's database. */
  readonly stage: 'starting' | 'empty' | 'open';
  readonly document: StudioDocument | null;
  /** Bytes of the original photo, which are uploaded. */
  readonly photo: Blob | null;
  readonly pictures: LoadedPictures;
  readonly thumbnails: Readonly<Record<PictureId, StagePicture>>;
  /** Bounding box of the product in each placed picture; null if no pixel is visible. */
  readonly boxes: Readonly<Record<PictureId, VisibleBox | null>>;
  /** Layers from the auxiliary maps of the placed pictures. Code that removes them has to `release` them. */
  readonly maps: Readonly<Record<PictureId, ProductMaps>>;
  readonly shelf: ReferenceShelf;
  readonly assist: Assist;
  /** Where the scene on the stage puts products that the user hasn't placed; null until it is composed. */
  readonly standing: {
    readonly productId: PictureId;
    readonly placement: Placement;
    /** Further products, by their IDs. */
    readonly others: Readonly<Record<PictureId, Placement>>;
  } | null;
  /** Camera distance of the new scene that is composed on the stage; null until one is. */
  readonly framing: { readonly productId: PictureId; readonly value: Framing } | null;
  /** Seed of the next request for scenes, with which the stage shows its first variant. */
  readonly nextSeed: number;
  /**
   * Colors of products as the stage's planner read them, by product. Requests contain them, so that the server plans
   * the same scene.
   */
  readonly productColors: Readonly<Record<PictureId, readonly string[]>>;
  /** ID of the further product that the user moved last; null for the first product. */
  readonly movedId: PictureId | null;
  /** Snap lines shown while the user drags the product. */
  readonly guides: readonly SnapLine[];
  readonly nextTool: ToolName;
  /** Built-in reference for the next photo's scene. */
  readonly nextReferenceId: string | null;
  /** Tool settings for the next photo, copied from the history. */
  readonly nextReuse: ReusedSettings | null;
  readonly runTool: WorkName;
  /** ID of that run's request if it makes several pictures, else null. */
  readonly runRequestId: string | null;
  readonly taskStates: Readonly<Record<string, TaskState>>;
  /** `size` is the width as a share of the picture's longest side; `hardness`, 0 to 1, applies to corrections. */
  readonly brush: { readonly tool: MaskTool; readonly size: number; readonly hardness: number };
  /** Whether the correction brushes are open; choosing another tool or picture closes them. */
  readonly isRefineOpen: boolean;
  /**
   * Correction mode: drawing with a brush, selecting segments, or marking an area with a box or line in which the
   * network searches.
   */
  readonly refineHand: 'brush' | 'parts' | 'box' | 'line';
  /** Size of the image container in device pixels; null until measured. */
  readonly container: PixelSize | null;
  /** Aspect ratio to which the crop is fixed, width by height; null for any. */
  readonly cropRatio: number | null;
  /** Whether the page is making a crop or measuring its product, which takes a moment. */
  readonly isCropping: boolean;
  /**
   * Set while the page reads a chosen photo that it will then process; Cancel sets it to null, which prevents the run.
   */
  readonly arrival: symbol | null;
  /** Whether the browser's database contains the open document completely. */
  readonly isSaved: boolean;
  readonly isSaveRefused: boolean;
  readonly isDecoding: boolean;
  readonly isResultMissing: boolean;
  /** Downloads of full-size result files, by document and picture. */
  readonly arriving: Readonly<Record<string, Arriving>>;
  readonly job: JobState;
  readonly recents: readonly RecentDocument[];
  readonly isShowingOriginal: boolean;
  readonly saveFile: 'download' | 'copy' | 'export' | null;
  /** Whether the page shows a batch in place of the stage. */
  readonly isBatchShown: boolean;
  readonly exportSettings: ExportSettings;
  readonly shopExport: ShopExport;
  readonly announcement: string;
}

/** Draws the seed of a request for scenes. */
export const drawSeed = (): number => Math.floor(Math.random() * SEED_MAX);

export const initialStudioState = (): StudioState => ({
  stage: 'starting',
  document: null,
  photo: null,
  pictures: {},
  thumbnails: {},
  boxes: {},
  maps: {},
  shelf: { phase: 'unknown', references: [] },
  assist: NO_ASSIST,
  standing: null,
  framing: null,
  nextSeed: drawSeed(),
  productColors: {},
  movedId: null,
  guides: [],
  nextTool: 'cut-out',
  nextReferenceId: null,
  nextReuse: null,
  runTool: 'cut-out',
  runRequestId: null,
  taskStates: {},
  brush: { tool: 'brush', size: BRUSH_DEFAULT, hardness: HARDNESS_DEFAULT },
  isRefineOpen: false,
  refineHand: 'brush',
  container: null,
  cropRatio: null,
  isCropping: false,
  arrival: null,
  isSaved: true,
  isSaveRefused: false,
  isDecoding: false,
  isResultMissing: false,
  arriving: {},
  job: IDLE,
  recents: [],
  isShowingOriginal: false,
  saveFile: null,
  isBatchShown: false,
  exportSettings: DEFAULT_EXPORT,
  shopExport: { isOn: false, shops: [] },
  announcement: '',
});

export const bestRendition = ({ pictures }: StudioState, id: PictureId): StagePicture | null =>
  pictures[id]?.full ?? pictures[id]?.standard ?? null;

/** Whether a job that Cancel would stop is running or about to start. */
export const isBusy = ({ job, arrival }: StudioState): boolean => isActive(job) || arrival !== null;

/** Whether the run adds variants one by one; the user can choose another tool or document meanwhile. */
export const isAddingVariants = ({ job, runRequestId }: StudioState): boolean =>
  isActive(job) && runRequestId !== null;

/** Whether a run locks the document. While variants arrive, the finished ones stay usable. */
export const isLocked = (state: StudioState): boolean =>
  isBusy(state) && !(isAddingVariants(state) && state.arrival === null);

export const getTool = (state: StudioState): ToolName => state.document?.tool ?? state.nextTool;

/** Whether the stage shows a result with loaded pixels. */
export function hasResultShown(state: StudioState): boolean {
  const result = state.document && currentResult(state.document);
  return result !== null && bestRendition(state, result.id) !== null;
}

/**
 * ID of the picture with which the current one is compared: the photo for a framed result, else the result's input.
 */
export function getComparedId({ document }: StudioState): PictureId {
  const result = document && currentResult(document);
  // Compares a scene with the photo: a cut-out has the photo's shape and wouldn't align with the scene anyway.
  return result && !isFramed(result) ? result.inputId : PHOTO_ID;
}

/** False for pictures made from a prompt alone. */
export const hasInput = (state: StudioState): boolean =>
  state.document?.photo != null || getComparedId(state) !== PHOTO_ID;

/**
 * Whether the pictures before and after are aligned, so that a comparison line makes sense. A scene shows the product
 * in another place than the photo, so the two are compared side by side.
 */
export function isFramedAlike({ document }: StudioState): boolean {
  const result = document && currentResult(document);
  return result !== null && !isFramed(result);
}

/** Comparison mode that the stage can show: the line only if the pictures before and after are aligned. */
export function getCompareMode(state: StudioState): CompareMode {
  const mode = state.document?.view.compare ?? 'result';
  return mode === 'slider' && !isFramedAlike(state) ? 'side-by-side' : mode;
}
