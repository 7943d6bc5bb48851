import type { ApiScope } from '@packshot/contract';
import { z } from 'zod';
import type { Quotes } from '../quotes.ts';
import type { Preview, AgentBackend, StudioJob } from '../studio.ts';
import { PICTURE_TEXT_MAX_LENGTH, sourceWords } from '../picture-source.ts';

/** Context of a tool call. */
export interface CallContext {
  readonly studio: AgentBackend;
  readonly quotes: Quotes;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Called when work has started, with its cost. */
  readonly onStarted: (job: StudioJob) => void;
}

export interface ToolAnswer<Data> {
  /** Text for the model: one or two sentences about the outcome. */
  readonly words: string;
  readonly data: Data;
  readonly previews?: readonly Preview[];
  /** Whole pictures, which may be too large to include. */
  readonly links?: readonly ResourceLink[];
}

interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Tool offered by both transports. */
export interface AgentTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** True for a tool that never costs anything. */
  readonly isFree?: true;
  /** Sentence about its cost; missing if a quote states it. */
  readonly cost?: string;
  /** Scopes, one of which the key needs. */
  readonly scopes: readonly ApiScope[];
  /** Whether it has no side effects. */
  readonly isReadOnly: boolean;
  /** Whether repeating a call with the same arguments has no further effect. */
  readonly isIdempotent: boolean;
  /** Whether it may fetch an address. */
  readonly isOpenWorld: boolean;
  call(args: z.output<Input>, context: CallContext): Promise<ToolAnswer<z.output<Output>>>;
}

/** Preserves the types of a tool's schemas. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: AgentTool<Input, Output>,
): AgentTool => tool;

/** Argument that refers to a picture. */
export const pictureArgument = (studio: Parameters<typeof sourceWords>[0], about: string) =>
  z
    .string()
    .min(1)
    .max(PICTURE_TEXT_MAX_LENGTH)
    .describe(`${about}: ${sourceWords(studio)}`);

export const boxSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});
