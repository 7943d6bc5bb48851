/** The studio's state in memory: the open document, the pixels that show it, and the run that works on it. */
import type { CompareMode, StudioDocument } from '../model/document.ts';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { currentResult, isFramed, PHOTO_ID } from '../model/results.ts';
import type { PictureId, WorkName } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { IDLE, isActive } from './job.ts';
import type { Job } from './job.ts';
import { BRUSH_DEFAULT } from '../model/strokes.ts';
import type { MaskTool } from '../model/strokes.ts';
import { HARDNESS_DEFAULT } from '../model/corrections.ts';
import type { Picture } from '../model/picture.ts';
import type { ProductPlanes } from '../model/product-planes.ts';
import type { Reference } from '@packshot/contract/tools/scene';
import type { VisibleBox, Guide } from '../model/composition.ts';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { Size } from '../model/size.ts';

/** What is drawn for one picture of the document; the photo has its full rendition alone. */
export interface Renditions {
  /** At a size that is quick to show. */
  readonly standard: Picture | null;
  /** At the picture's own size. */
  readonly full: Picture | null;
}
/** By picture; those that have not been needed yet are absent. `release` them when they go. */
type Pictures = Readonly<Record<PictureId, Renditions>>;

export interface RecentDocument {
  readonly document: StudioDocument;
  readonly thumbnail: Picture | null;
}

/** Scenes that were thought up for the product. */
export interface Assist {
  readonly phase: 'idle' | 'busy' | 'failed';
  readonly suggestions: readonly string[];
}
export const NO_ASSIST: Assist = { phase: 'idle', suggestions: [] };

/** A file that comes from the server. */
export interface Arriving {
  readonly receivedBytes: number;
  /** null where the server does not say. */
  readonly totalBytes: number | null;
}

/** The built-in references, once somebody looks for them. */
interface ReferenceShelf {
  readonly phase: 'unknown' | 'loading' | 'ready' | 'failed';
  readonly references: readonly Reference[];
}

export interface StudioState {
  /** 'starting' while the browser's database is asked for unfinished work. */
  readonly stage: 'starting' | 'empty' | 'open';
  readonly document: StudioDocument | null;
  /** The bytes as picked: what is uploaded. */
  readonly photo: Blob | null;
  readonly pictures: Pictures;
  /** Small pictures of the results, for the strip. */
  readonly thumbnails: Readonly<Record<PictureId, Picture>>;
  /** Where the product is in each picture that was placed; null when nothing of it is visible. */
  readonly boxes: Readonly<Record<PictureId, VisibleBox | null>>;
  /** What the files of those pictures know of shadows and clear parts. `release` them when they go. */
  readonly planes: Readonly<Record<PictureId, ProductPlanes>>;
  readonly shelf: ReferenceShelf;
  readonly assist: Assist;
  /** Lines that the product is snapped to while it is dragged. */
  readonly guides: readonly Guide[];
  /** The tool that the next photo is opened with. */
  readonly nextTool: ToolName;
  /** The built-in reference that the next photo's scene follows. */
  readonly nextReferenceId: string | null;
  /** What the next photo's tools are set to, when that was taken from history. */
  readonly nextReuse: ReusedSettings | null;
  /** The work of the run that `job` is about. */
  readonly runTool: WorkName;
  /** Of several pictures of one request: that run's request; else null. */
  readonly runRequestId: string | null;
  /** What is known of that run's tasks. */
  readonly taskStates: Readonly<Record<string, TaskState>>;
  /** `size` is the width as a share of the picture's longest side; `hardness`, 0 to 1, is that of correcting. */
  readonly brush: { readonly tool: MaskTool; readonly size: number; readonly hardness: number };
  /** The brushes that correct a cut-out are out; they are put away with the tool and the picture. */
  readonly isRefineOpen: boolean;
  /** What the hand does while it corrects: draws with a brush, points at parts, or draws a box or a line around something. */
  readonly refineHand: 'brush' | 'parts' | 'box' | 'line';
  /** The image container on the screen, in device pixels; null before it was measured. */
  readonly container: Size | null;
  /** The shape that a crop keeps, width by height; null for any. */
  readonly cropRatio: number | null;
  /** A crop is being made, or its product looked for, which takes a moment. */
  readonly isCropping: boolean;
  /** A chosen photo is being looked at and will be worked on by itself; Cancel makes it null, and nothing runs. */
  readonly arrival: symbol | null;
  /** Everything of the open document is in the browser's database. */
  readonly isSaved: boolean;
  /** The browser refuses to store the open document. */
  readonly isSaveRefused: boolean;
  /** The photo's own preview is still being decoded. */
  readonly isDecoding: boolean;
  /** The current result is there, but its pixels could not be fetched. */
  readonly isResultMissing: boolean;
  /** Results' files of full size that are on their way, by document and picture. */
  readonly arriving: Readonly<Record<string, Arriving>>;
  readonly job: Job;
  readonly recents: readonly RecentDocument[];
  readonly isShowingOriginal: boolean;
  readonly saving: 'download' | 'copy' | 'export' | null;
  /** Several photos at once have taken the place of the stage. */
  readonly isBatchShown: boolean;
  /** What the last exported file was like. */
  readonly exportSettings: ExportSettings;
  /** What screen readers announce. */
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

/** The best that can be shown of a picture now. */
export const bestOf = ({ pictures }: StudioState, id: PictureId): Picture | null =>
  pictures[id]?.full ?? pictures[id]?.standard ?? null;

/** Something goes on, or is about to, that Cancel stops. */
export const isBusy = ({ job, arrival }: StudioState): boolean => isActive(job) || arrival !== null;

/** A run adds variants beside the picture: another tool or document can be chosen meanwhile. */
export const isAddingVariants = ({ job, runRequestId }: StudioState): boolean =>
  isActive(job) && runRequestId !== null;

/** A run keeps the hands off what is there. While scenes come one after another, those that are there are free. */
export const isLocked = (state: StudioState): boolean =>
  isBusy(state) && !(isAddingVariants(state) && state.arrival === null);

/** The tool that is chosen. */
export const toolOf = (state: StudioState): ToolName => state.document?.tool ?? state.nextTool;

/** A result is on the stage, with pixels. */
export function hasResultShown(state: StudioState): boolean {
  const result = state.document && currentResult(state.document);
  return result !== null && bestOf(state, result.id) !== null;
}

/** What the current picture is compared with: what it was made from, or the photo where that shows more. */
export function inputIdOf({ document }: StudioState): PictureId {
  const result = document && currentResult(document);
  // A cut-out in the shape of its photo does not fit over a scene; beside the photo it shows what changed.
  return result && !isFramed(result) ? result.inputId : PHOTO_ID;
}

/** False for what came of words alone. */
export const hasInputOf = (state: StudioState): boolean =>
  state.document?.photo != null || inputIdOf(state) !== PHOTO_ID;

/**
 * What is compared lies on top of each other: a line can be drawn between before and after. A scene and its photo show the
 * product in different places, and are looked at side by side.
 */
export function isFramedAlike({ document }: StudioState): boolean {
  const result = document && currentResult(document);
  return result !== null && !isFramed(result);
}

/** The comparison as it can be shown: by a line only where before and after lie on top of each other. */
export function compareModeOf(state: StudioState): CompareMode {
  const mode = state.document?.view.compare ?? 'result';
  return mode === 'slider' && !isFramedAlike(state) ? 'side-by-side' : mode;
}
