import type { EngineTool, GenerationType, RecordSettings, TaskForm, TaskTool } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { ToolStores } from './stores.ts';
import type { ReferenceCatalog } from './reference-catalog.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import type { GenerationInput } from './model.ts';

/** A tool's reading of a form: stored input, cost, and conditions for acceptance. */
export interface ToolRequest {
  readonly input: GenerationInput;
  /** Null for tools without a type on the wire (docs/decisions/credits-and-plans.md). */
  readonly type: GenerationType | null;
  /** Number of credits, or FREE. */
  readonly cost: number;
  /** For a free tool, whether it is also open to callers without credits. */
  readonly needsNoCredit: boolean;
  /** Number of tasks that the request is split into, for a single cost. */
  readonly taskCount: number;
  /** Whether the tool writes a picture's file instead of creating a picture. */
  readonly isFile: boolean;
  readonly imageKeys: readonly string[];
  /** Tool for which a provider must be configured, or null if only the built-in engine does it. */
  readonly engineTool: EngineTool | null;
  /** Refuses requests that the engine can't do, before any picture is looked up. Throws DomainError. */
  readonly checkRequest: (references: ReferenceCatalog) => Promise<void>;
  /**
   * Refuses pictures by their headers, given in the order of `imageKeys`, each of which must exist and belong to the
   * caller. Throws DomainError.
   */
  readonly checkHeaders: (headers: readonly PictureHeader[]) => void;
}

/** Facts about a request for its record, besides the result. */
export interface RecordFacts {
  readonly prompt: string;
  readonly maskKey: string | null;
  readonly referenceKey: string | null;
  readonly settings: RecordSettings;
}

/** Interface of a tool for acceptance and History. The tools are in packages/server/src/tools/kinds. */
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
