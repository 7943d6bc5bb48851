import type { MeasuredFile, OptionTable, StepOf } from '@packshot/contract';
import type { ImageEngine, JobOptions, ToolJobInput } from '@packshot/image-engine';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import type { ProvenanceInput } from '@packshot/image-engine/provenance';
import type { Arguments, CommandOption } from '../options/option.ts';
import type { ServerOrder } from '../server/begin-job.ts';
import type { PictureParameter } from '../refused.ts';
import type { Outcome } from './outcome.ts';
import type { Photo } from '../photos/find.ts';

export interface PhotoTool {
  readonly name: string;
  readonly summary: string;
  readonly description: readonly string[];
  readonly table: OptionTable;
  /** Required flags that aren't in the option table; help lists them first. */
  readonly required?: readonly CommandOption[];
  /** Optional flags that aren't in the option table. */
  readonly options?: readonly CommandOption[];
  readonly examples: readonly (readonly [command: string, says: string])[];
  /** Suffix of a result's default file name; null if the result is a text, which is printed. */
  readonly suffix: string | null;
  /**
   * Converts API options and additional pictures to flags that the option table doesn't define completely.
   * @param paths paths of the pictures, by their names in the API
   */
  readonly flagsFor?: (
    options: Readonly<Record<string, unknown>>,
    paths: Readonly<Record<string, string>>,
  ) => Arguments['options'];
  /**
   * Reads the tool's options from the arguments, for work on this machine or on a server.
   * @throws UsageError for an invalid option
   */
  readonly read: (args: Arguments, where: 'here' | 'there') => Promise<ToolJob> | ToolJob;
}

export interface ToolJob {
  readonly variants: number;
  /** Tool and options in the public API's form, to send to a server. */
  readonly order: ServerOrder;
  /** Credits that a server charges for a photo, for any number of results. */
  readonly credits: number;
  /** Additional pictures that are the same for all photos, by their names in the API. */
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** Additional pictures whose paths are named in error messages about them. */
  readonly named?: readonly PictureParameter[];
  /** @throws a refusal if the photo's header shows that the tool can't process the photo */
  readonly check?: (header: ImageProbe) => void;
  readonly resolveMask?: (photo: Pick<Photo, 'name' | 'dir'>) => string;
  /** Prepares the task for one photo, including its additional inputs such as a mask. */
  readonly of: (
    photo: Photo,
    values: { readonly dir: string; readonly name: string },
  ) => Promise<PhotoTask> | PhotoTask;
}

export interface PhotoTask {
  /** All inputs of the result besides the photo, to be recorded in its provenance. */
  readonly provenanceInput: ProvenanceInput;
  /** Further pictures that the result shows, whose provenance becomes part of its own. */
  readonly madeFrom?: readonly Uint8Array[];
  readonly make: (
    engine: ImageEngine,
    photo: Uint8Array,
    variant: number,
    options: JobOptions,
  ) => Promise<ToolOutput>;
}

type ToolOutput = ToolPicture | MadeText;

interface ToolPicture {
  readonly kind: 'picture';
  /** PNG from the engine, without provenance metadata. */
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

/** Scene settings that don't depend on the product in the photo. */
export type CommandSceneSettings = Omit<ToolJobInput<'scene'>, 'product' | 'variant'>;
