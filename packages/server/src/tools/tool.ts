import type { EngineTool, GenerationType, RecordSettings, TaskForm, TaskTool } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { ToolStores } from './stores.ts';
import type { ReferenceCatalog } from './reference-catalog.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import type { GenerationInput } from './model.ts';

/** A tool's interpretation of a form: the input to store, the cost, and conditions for acceptance. */
export interface ToolRequest {
  readonly input: GenerationInput;
  /** Generation type in API responses; null for tools that have none (docs/decisions/credits-and-plans.md). */
  readonly type: GenerationType | null;
  /** Cost in credits, or FREE. */
  readonly cost: number;
  /** For a free tool, whether callers without credits may use it too. */
  readonly needsNoCredit: boolean;
  /** Number of tasks into which the request is split; the cost is the same for any number. */
  readonly taskCount: number;
  /** Whether the tool only writes a file of a picture instead of creating a picture. */
  readonly isFile: boolean;
  readonly imageKeys: readonly string[];
  /** Name of the form field of a further picture, for the message of a refusal; null for the main pictures. */
  readonly fieldFor: (key: string) => string | null;
  /** Tool for which a provider must be configured, or null if the built-in engine does the work. */
  readonly engineTool: EngineTool | null;
  /** Refuses requests that the engine can't fulfill, before any picture is looked up. Throws DomainError. */
  readonly checkRequest: (references: ReferenceCatalog) => Promise<void>;
  /**
   * Refuses pictures by their headers, given in the order of `imageKeys`. Each picture must exist and belong to the
   * caller. Throws DomainError.
   */
  readonly checkHeaders: (headers: readonly PictureHeader[]) => void;
}

/** Facts about a request that its History record contains, besides the result. */
export interface RecordFacts {
  readonly prompt: string;
  readonly maskKey: string | null;
  readonly referenceKey: string | null;
  readonly settings: RecordSettings;
}

/** A tool as the code for acceptance and History sees it. The tools are in packages/server/src/tools/kinds. */
export interface ToolKind<Form> {
  /**
   * Looks up the pictures and options that a form names. Throws DomainError if the caller may not use them.
   * @returns a function that creates the request; `drawSeed` chooses a random seed if the form has none
   */
  readonly read: (
    stores: ToolStores,
    caller: Caller,
    form: Form,
  ) => Promise<(drawSeed: () => number) => ToolRequest>;
  readonly recordFacts: (input: GenerationInput) => RecordFacts;
}

export type ToolKinds = { readonly [Name in TaskTool]: ToolKind<TaskForm<Name>> };
