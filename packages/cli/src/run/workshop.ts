/** Where a command's work is done: on this machine, or on a server. */
import type { Arguments } from '../options/option.ts';
import type { Item } from '../outputs/plan.ts';
import type { Terminal } from '../terminal.ts';
import type { SharedSettings } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { RecipeSettings } from './recipe/make-item.ts';
import type { Manifest } from './recipe/manifest.ts';
import type { RecipeItem } from './recipe/recipe-items.ts';
import type { Report } from './report.ts';
import type { Job, PhotoTool } from './tool.ts';

export interface Workshop {
  /** For people. */
  readonly place: string;
  /** Photos at once, where no number is given. */
  readonly concurrency: number;
  /** Refuses arguments that don't work there, before photos are looked for. Throws UsageError. */
  readonly assertForPhotos: (args: Arguments, shared: SharedSettings) => void;
  /** The same for a recipe. */
  readonly assertForRecipe: (args: Arguments) => void;
  /** Null, after a sentence about it, where it can't be reached. */
  readonly openPhotos: (run: PhotoRun) => Promise<PhotoWork | null>;
  /** The same for a recipe. */
  readonly openRecipe: (run: RecipeRun) => Promise<RecipeWork | null>;
}

interface Run {
  readonly terminal: Terminal;
  readonly report: Report;
  readonly signal: AbortSignal;
}

interface PhotoRun extends Run {
  readonly tool: PhotoTool;
  readonly job: Job;
  readonly shared: SharedSettings;
  readonly readInput: () => Promise<Uint8Array>;
  readonly writeOutput: (bytes: Uint8Array) => Promise<void>;
}

export interface PhotoWork {
  /** Each works on one photo after another. */
  readonly worker: () => Worker;
  /** Faults that the next photo would meet as well. */
  readonly halting: ReadonlySet<string>;
  /** Stops what an interruption has left under way. */
  readonly stop: () => Promise<void>;
}

export interface Worker {
  /** Everything that one photo comes to, result by result. Throws only the signal's reason. */
  readonly work: (
    item: Item,
    onProgress: (fraction: number, stage: string) => void,
  ) => AsyncIterable<Outcome>;
  readonly close: () => Promise<void>;
}

/** Settings of a recipe run, here or on a server. */
export interface RecipeMaking {
  readonly settings: RecipeSettings;
  readonly report: Report;
  readonly manifest: Manifest;
  readonly signal: AbortSignal;
}

interface RecipeRun extends Run, RecipeMaking {
  /** Name of the recipe. */
  readonly name: string;
}

export interface RecipeWork {
  /** Throws what stops all of it; what is wrong with a photo is reported. */
  readonly makeAll: (items: readonly RecipeItem[]) => Promise<void>;
  readonly close: () => Promise<void>;
}
