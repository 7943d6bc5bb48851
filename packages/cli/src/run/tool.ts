import type { MeasuredFile, OptionTable, StepOf } from '@packshot/contract';
import type { ImageEngine, JobOptions, ToolInput } from '@packshot/image-engine';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import type { Asked } from '@packshot/image-engine/provenance';
import type { Arguments, Option } from '../options/option.ts';
import type { ServerOrder } from '../server/begin-job.ts';
import type { Outcome } from './outcome.ts';
import type { Photo } from '../photos/find.ts';

/** A command that works on photos, one after another. */
export interface PhotoTool {
  readonly name: string;
  readonly summary: string;
  readonly description: readonly string[];
  /** Options of the tool, from which flags follow. */
  readonly table: OptionTable;
  /** Flags that must be given, besides those of the table; help lists them first. */
  readonly required?: readonly Option[];
  /** Further flags. */
  readonly options?: readonly Option[];
  readonly examples: readonly (readonly [command: string, says: string])[];
  /** What a result's name ends in when nobody says where it goes; null: it is a text, which is printed. */
  readonly suffix: string | null;
  /** Flags for options of the public API, where more than the table decides. */
  readonly flagsFor?: (options: Readonly<Record<string, unknown>>) => Record<string, string | true>;
  /** Reads its options, for work on this machine or on a server. Throws UsageError. */
  readonly read: (args: Arguments, where: 'here' | 'there') => Promise<Job> | Job;
}

/** What was asked of a tool, for all photos. */
export interface Job {
  /** Results for each photo. */
  readonly variants: number;
  /** The same for a server. */
  readonly order: ServerOrder;
  /** Credits that a server charges for a photo, for any number of results. */
  readonly credits: number;
  /** For a server: a picture to follow. */
  readonly reference?: Uint8Array | undefined;
  /** Throws for what can be refused by a photo's header. */
  readonly check?: (header: ImageProbe) => void;
  /** The path of the mask that the photo is worked on with. */
  readonly maskOf?: (photo: Pick<Photo, 'name' | 'dir'>) => string;
  /** Looks at what the photo needs beside it. */
  readonly of: (
    photo: Photo,
    values: { readonly dir: string; readonly name: string },
  ) => Promise<Task> | Task;
}

/** What was asked, for one photo. */
export interface Task {
  /** Everything that decides the result beside the photo. */
  readonly asked: Asked;
  readonly make: (
    engine: ImageEngine,
    photo: Uint8Array,
    variant: number,
    options: JobOptions,
  ) => Promise<Made>;
}

type Made = MadePicture | MadeText;

interface MadePicture {
  readonly kind: 'picture';
  /** As the engine gives it: a PNG without a word of how it came to be. */
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly step: StepOf;
  readonly measured?: MeasuredFile;
  readonly sure?: Pick<Outcome, 'score' | 'confidence' | 'doubts'>;
  readonly facts?: Readonly<Record<string, unknown>>;
}

interface MadeText {
  readonly kind: 'text';
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A scene, whatever is put into it. */
export type SceneSettings = Omit<ToolInput<'scene'>, 'product' | 'variant'>;
