/** Place where a command's work is done: this machine or a server. */
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
  /** Name shown to the user. */
  readonly place: string;
  /** Default number of concurrent photos. */
  readonly concurrency: number;
  /**
   * Rejects arguments that don't work there, before photos are searched.
   * @throws UsageError
   */
  readonly assertForPhotos: (args: Arguments, shared: SharedSettings) => void;
  /** Same check for a recipe. */
  readonly assertForRecipe: (args: Arguments) => void;
  /** Returns null after a message if the place can't be reached. */
  readonly openPhotos: (run: PhotoRun) => Promise<PhotoWork | null>;
  /** Same for a recipe. */
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
  /** Faults that the next photo would have too. */
  readonly halting: ReadonlySet<string>;
  /** Stops work that remains after an interruption. */
  readonly stop: () => Promise<void>;
}

export interface Worker {
  /**
   * Outcomes of one photo, one for each result.
   * @throws only the signal's reason
   */
  readonly work: (
    item: Item,
    onProgress: (fraction: number, stage: string) => void,
  ) => AsyncIterable<Outcome>;
  readonly close: () => Promise<void>;
}

/** Settings of a recipe run, here or on a server. */
export interface RecipeMaking {
  readonly settings: RecipeSettings;
  readonly report: RunReport;
  readonly manifest: RecipeRunManifest;
  readonly signal: AbortSignal;
}

interface RecipeRun extends WorkshopRun, RecipeMaking {
  /** Name of the recipe. */
  readonly name: string;
}

export interface RecipeWork {
  /**
   * Makes all items; reports the faults of single photos.
   * @throws faults that stop the whole run
   */
  readonly makeAll: (items: readonly RecipeItem[]) => Promise<void>;
  readonly close: () => Promise<void>;
}
