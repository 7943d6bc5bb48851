import type { MeasuredFile, OptionTable, StepOf } from '@packshot/contract';
import type { ImageEngine, JobOptions, ToolJobInput } from '@packshot/image-engine';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import type { ProvenanceInput } from '@packshot/image-engine/provenance';
import type { Arguments, CommandOption } from '../options/option.ts';
import type { ServerOrder } from '../server/begin-job.ts';
import type { Outcome } from './outcome.ts';
import type { Photo } from '../photos/find.ts';

/** Command that processes photos one after another. */
export interface PhotoTool {
  readonly name: string;
  readonly summary: string;
  readonly description: readonly string[];
  /** Tool options that define the flags. */
  readonly table: OptionTable;
  /** Required flags besides those of the table; help lists them first. */
  readonly required?: readonly CommandOption[];
  /** Further flags. */
  readonly options?: readonly CommandOption[];
  readonly examples: readonly (readonly [command: string, says: string])[];
  /** Suffix of a result's default name; null for a text, which is printed. */
  readonly suffix: string | null;
  /** Flags for options of the public API that aren't fully defined by the table. */
  readonly flagsFor?: (options: Readonly<Record<string, unknown>>) => Record<string, string | true>;
  /**
   * Reads its options, for work on this machine or a server.
   * @throws UsageError
   */
  readonly read: (args: Arguments, where: 'here' | 'there') => Promise<ToolJob> | ToolJob;
}

/** Order for a tool, applied to all photos. */
export interface ToolJob {
  /** Results for each photo. */
  readonly variants: number;
  /** Same order for a server. */
  readonly order: ServerOrder;
  /** Credits that a server charges for a photo, for any number of results. */
  readonly credits: number;
  /** Reference picture for a server. */
  readonly reference?: Uint8Array | undefined;
  /** @throws a refusal that follows from a photo's header */
  readonly check?: (header: ImageProbe) => void;
  /** Path of a photo's mask. */
  readonly maskOf?: (photo: Pick<Photo, 'name' | 'dir'>) => string;
  /** Prepares the task for a photo, including its additional inputs. */
  readonly of: (
    photo: Photo,
    values: { readonly dir: string; readonly name: string },
  ) => Promise<PhotoTask> | PhotoTask;
}

/** Order for one photo. */
export interface PhotoTask {
  /** All inputs of the result besides the photo. */
  readonly asked: ProvenanceInput;
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
  /** PNG from the engine, without provenance. */
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

/** Scene settings, independent of the product. */
export type CommandSceneSettings = Omit<ToolJobInput<'scene'>, 'product' | 'variant'>;
