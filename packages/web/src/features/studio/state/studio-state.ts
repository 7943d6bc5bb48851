/** In-memory state of the studio: the open document, its pictures, and the current run. */
import type { CompareMode, StudioDocument } from '../model/document.ts';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { currentResult, isFramed, PHOTO_ID } from '../model/results.ts';
import type { PictureId, WorkName } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { IDLE, isActive } from './job.ts';
import type { JobState } from './job.ts';
import { BRUSH_DEFAULT } from '../model/strokes.ts';
import type { MaskTool } from '../model/strokes.ts';
import { HARDNESS_DEFAULT } from '../model/corrections.ts';
import type { Picture } from '../model/picture.ts';
import type { ProductMaps } from '../model/product-planes.ts';
import type { Reference } from '@packshot/contract/tools/scene';
import type { VisibleBox, SnapLine } from '../model/composition.ts';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { PixelSize } from '../model/size.ts';

/** Loaded renditions of a picture; the photo has only `full`. */
export interface LoadedRenditions {
  /** Smaller size, faster to show. */
  readonly standard: Picture | null;
  /** Full size. */
  readonly full: Picture | null;
}
/** Renditions by picture ID; missing until needed. `release` them when they are removed. */
type LoadedPictures = Readonly<Record<PictureId, LoadedRenditions>>;

export interface RecentDocument {
  readonly document: StudioDocument;
  readonly thumbnail: Picture | null;
}

/** Suggested scenes for the product. */
export interface Assist {
  readonly phase: 'idle' | 'busy' | 'failed';
  readonly suggestions: readonly string[];
}
export const NO_ASSIST: Assist = { phase: 'idle', suggestions: [] };

/** Download of a file from the server. */
export interface Arriving {
  readonly receivedBytes: number;
  /** Null if the server doesn't send it. */
  readonly totalBytes: number | null;
}

/** Built-in references, loaded on first use. */
interface ReferenceShelf {
  readonly phase: 'unknown' | 'loading' | 'ready' | 'failed';
  readonly references: readonly Reference[];
}

export interface StudioState {
  /** `starting` while unfinished work is looked up in the browser's database. */
  readonly stage: 'starting' | 'empty' | 'open';
  readonly document: StudioDocument | null;
  /** Original bytes, which are uploaded. */
  readonly photo: Blob | null;
  readonly pictures: LoadedPictures;
  /** Thumbnails of the results, for the strip. */
  readonly thumbnails: Readonly<Record<PictureId, Picture>>;
  /** Bounding box of the product in each placed picture; null if no pixel is visible. */
  readonly boxes: Readonly<Record<PictureId, VisibleBox | null>>;
  /** Layers from the auxiliary maps of those pictures. `release` them when they are removed. */
  readonly planes: Readonly<Record<PictureId, ProductMaps>>;
  readonly shelf: ReferenceShelf;
  readonly assist: Assist;
  /** Snap lines shown while the product is dragged. */
  readonly guides: readonly SnapLine[];
  /** Tool for the next photo. */
  readonly nextTool: ToolName;
  /** Built-in reference for the next photo's scene. */
  readonly nextReferenceId: string | null;
  /** Tool settings for the next photo, taken from the history. */
  readonly nextReuse: ReusedSettings | null;
  /** Tool of the run in `job`. */
  readonly runTool: WorkName;
  /** Request of that run if it makes several pictures, else null. */
  readonly runRequestId: string | null;
  /** States of that run's tasks. */
  readonly taskStates: Readonly<Record<string, TaskState>>;
  /** `size` is the width as a share of the picture's longest side; `hardness`, 0 to 1, applies to corrections. */
  readonly brush: { readonly tool: MaskTool; readonly size: number; readonly hardness: number };
  /** Whether the correction brushes are open; they close with the tool and the picture. */
  readonly isRefineOpen: boolean;
  /** Correction mode: drawing with a brush, selecting segments, or marking a search area with a box or line. */
  readonly refineHand: 'brush' | 'parts' | 'box' | 'line';
  /** Size of the image container in device pixels; null until measured. */
  readonly container: PixelSize | null;
  /** Fixed aspect ratio of the crop, width by height; null for any. */
  readonly cropRatio: number | null;
  /** Whether a crop is being made or its product measured, which takes a moment. */
  readonly isCropping: boolean;
  /** Set while a chosen photo is being read and will be processed automatically; Cancel sets it to null, which prevents the run. */
  readonly arrival: symbol | null;
  /** Whether the open document is completely stored in the browser's database. */
  readonly isSaved: boolean;
  /** Whether the browser refuses to store the open document. */
  readonly isSaveRefused: boolean;
  /** Whether the photo's preview is still being decoded. */
  readonly isDecoding: boolean;
  /** Whether the current result's pixels couldn't be fetched. */
  readonly isResultMissing: boolean;
  /** Downloads of full-size result files, by document and picture. */
  readonly arriving: Readonly<Record<string, Arriving>>;
  readonly job: JobState;
  readonly recents: readonly RecentDocument[];
  readonly isShowingOriginal: boolean;
  readonly saving: 'download' | 'copy' | 'export' | null;
  /** Whether a batch is shown in place of the stage. */
  readonly isBatchShown: boolean;
  /** Settings of the last export. */
  readonly exportSettings: ExportSettings;
  /** Text for screen readers. */
  readonly announcement: string;
}

export const initialStudioState = (): StudioState => ({
  stage: 'starting',
  document: null,
  photo: null,
  pictures: {},
  thumbnails: {},
  boxes: {},
  planes: {},
  shelf: { phase: 'unknown', references: [] },
  assist: NO_ASSIST,
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
  saving: null,
  isBatchShown: false,
  exportSettings: DEFAULT_EXPORT,
  announcement: '',
});

/** Best loaded rendition of a picture. */
export const bestRendition = ({ pictures }: StudioState, id: PictureId): Picture | null =>
  pictures[id]?.full ?? pictures[id]?.standard ?? null;

/** Checks for a running or upcoming job that Cancel would stop. */
export const isBusy = ({ job, arrival }: StudioState): boolean => isActive(job) || arrival !== null;

/** Checks for a run that adds variants; the user can choose another tool or document meanwhile. */
export const isAddingVariants = ({ job, runRequestId }: StudioState): boolean =>
  isActive(job) && runRequestId !== null;

/** Checks for a run that locks the document. Finished variants stay usable while others arrive. */
export const isLocked = (state: StudioState): boolean =>
  isBusy(state) && !(isAddingVariants(state) && state.arrival === null);

/** Chosen tool. */
export const getTool = (state: StudioState): ToolName => state.document?.tool ?? state.nextTool;

/** Checks whether the stage shows a result with loaded pixels. */
export function hasResultShown(state: StudioState): boolean {
  const result = state.document && currentResult(state.document);
  return result !== null && bestRendition(state, result.id) !== null;
}

/** Picture to compare the current one with: its input, or the photo if that shows more. */
export function getComparedId({ document }: StudioState): PictureId {
  const result = document && currentResult(document);
  // A cut-out in its photo's shape doesn't align with a scene; the photo shows what changed.
  return result && !isFramed(result) ? result.inputId : PHOTO_ID;
}

/** False for pictures made from a prompt alone. */
export const hasInput = (state: StudioState): boolean =>
  state.document?.photo != null || getComparedId(state) !== PHOTO_ID;

/**
 * Checks whether before and after are aligned, so that a comparison line makes sense. A scene shows the product
 * elsewhere than its photo, so they are compared side by side.
 */
export function isFramedAlike({ document }: StudioState): boolean {
  const result = document && currentResult(document);
  return result !== null && !isFramed(result);
}

/** Comparison mode that can be shown: the line only if before and after are aligned. */
export function getCompareMode(state: StudioState): CompareMode {
  const mode = state.document?.view.compare ?? 'result';
  return mode === 'slider' && !isFramedAlike(state) ? 'side-by-side' : mode;
}
