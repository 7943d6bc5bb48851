/** Location where a command's work is done: this machine or a server. */
import type { Arguments } from '../options/option.ts';
import type { Item } from '../outputs/plan.ts';
import type { Terminal } from '../terminal.ts';
import type { SharedSettings } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { RecipeSettings } from './recipe/make-item.ts';
import type { RecipeRunManifest } from './recipe/manifest.ts';
import type { RecipeItem } from './recipe/recipe-items.ts';
import type { RunReport } from './report.ts';
import type { ToolJob, PhotoTool } from './tool.ts';

export interface Workshop {
  readonly place: string;
  readonly concurrency: number;
  /**
   * Rejects arguments that this location doesn't support, before the photos are searched.
   * @throws UsageError for such an argument
   */
  readonly assertForPhotos: (args: Arguments, shared: SharedSettings) => void;
  /** Rejects arguments of a recipe run that this location doesn't support. */
  readonly assertForRecipe: (args: Arguments) => void;
  /** Prepares the work on photos. Returns null after a message if the server can't be reached. */
  readonly openPhotos: (run: PhotoRun) => Promise<PhotoWork | null>;
  /** Prepares the work on a recipe. Returns null after a message if the server can't be reached. */
  readonly openRecipe: (run: RecipeRun) => Promise<RecipeWork | null>;
}

interface WorkshopRun {
  readonly terminal: Terminal;
  readonly report: RunReport;
  readonly signal: AbortSignal;
}

interface PhotoRun extends WorkshopRun {
  readonly tool: PhotoTool;
  readonly job: ToolJob;
  readonly shared: SharedSettings;
  readonly readInput: () => Promise<Uint8Array>;
  readonly writeOutput: (bytes: Uint8Array) => Promise<void>;
}

export interface PhotoWork {
  /** Creates a worker, which processes one photo after another. */
  readonly worker: () => Worker;
  /** Codes of faults that stop the run, because the next photo would have them too. */
  readonly halting: ReadonlySet<string>;
  /** Stops jobs that are still running after the user interrupted the command. */
  readonly stop: () => Promise<void>;
}

export interface Worker {
  /**
   * Yields the outcomes of one photo, one for each result.
   * @throws only the reason of the abort signal
   */
  readonly work: (
    item: Item,
    onProgress: (fraction: number, stage: string) => void,
  ) => AsyncIterable<Outcome>;
  readonly close: () => Promise<void>;
}

export interface RecipeMaking {
  readonly settings: RecipeSettings;
  readonly report: RunReport;
  readonly manifest: RecipeRunManifest;
  readonly signal: AbortSignal;
}

interface RecipeRun extends WorkshopRun, RecipeMaking {
  readonly name: string;
}

export interface RecipeWork {
  /**
   * Makes the files of all photos; reports the faults of single photos.
   * @throws faults that stop the whole run
   */
  readonly makeAll: (items: readonly RecipeItem[]) => Promise<void>;
  readonly close: () => Promise<void>;
}
