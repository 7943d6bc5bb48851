import type { EngineTool, GenerationType, RecordSettings, TaskForm, TaskTool } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { Stores } from './stores.ts';
import type { ReferenceCatalog } from './reference-catalog.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import type { GenerationInput } from './model.ts';

/** What a tool makes of a form: what is stored, what it costs, and what has to be true before it is accepted. */
export interface ToolRequest {
  readonly input: GenerationInput;
  /** Null for tools that have no type on the wire (docs/decisions/credits-and-plans.md). */
  readonly type: GenerationType | null;
  /** Credits, or FREE. */
  readonly cost: number;
  /** For a free tool: also open to callers without any credit left. */
  readonly needsNoCredit: boolean;
  /** Tasks that the request is split into, for one cost. */
  readonly taskCount: number;
  /** The pictures to work on. Each must be the caller's, exist, and have a header that passes. */
  /** It writes a picture's file, and makes none. */
  readonly isFile: boolean;
  readonly imageKeys: readonly string[];
  /** What a provider has to be configured for; null when only the built-in engine does it. */
  readonly engineTool: EngineTool | null;
  /** Refuses what the engine cannot do, before any picture is looked up. Throws DomainError. */
  readonly checkRequest: (references: ReferenceCatalog) => Promise<void>;
  /** Refuses pictures by their headers, given in the order of `imageKeys`. Throws DomainError. */
  readonly checkHeaders: (headers: readonly PictureHeader[]) => void;
}

/** What a record says of a request, beside its result. */
export interface RecordFacts {
  readonly prompt: string;
  readonly maskKey: string | null;
  readonly referenceKey: string | null;
  readonly settings: RecordSettings;
}

/** Interface of a tool for acceptance and History. The tools are in packages/server/src/tools/kinds. */
export interface Tool<Form> {
  /**
   * Looks up what a form names. Throws DomainError for what the caller may not use.
   * @returns makes the request; `drawSeed` decides what the form leaves to chance
   */
  readonly read: (
    stores: Stores,
    caller: Caller,
    form: Form,
  ) => Promise<(drawSeed: () => number) => ToolRequest>;
  readonly recordFacts: (input: GenerationInput) => RecordFacts;
}

export type Tools = { readonly [Name in TaskTool]: Tool<TaskForm<Name>> };
