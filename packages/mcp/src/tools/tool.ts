import type { ApiScope } from '@packshot/contract';
import { z } from 'zod';
import type { Quotes } from '../quotes.ts';
import type { Preview, Studio, StudioJob } from '../studio.ts';
import { PICTURE_TEXT_MAX_LENGTH, sourceWords } from '../picture-source.ts';

/** What a tool is called with besides its arguments. */
export interface CallContext {
  readonly studio: Studio;
  readonly quotes: Quotes;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Hears of work that was begun, and what it costs. */
  readonly onStarted: (job: StudioJob) => void;
}

export interface Answer<Data> {
  /** For models: what was done, in a sentence or two. */
  readonly words: string;
  readonly data: Data;
  readonly previews?: readonly Preview[];
  /** Whole pictures, which may be too large for an answer. */
  readonly links?: readonly ResourceLink[];
}

interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** One tool, as both transports offer it. */
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
  /** Sentence about its cost; absent where quotes tell. */
  readonly cost?: string;
  /** A key needs one of these. */
  readonly scopes: readonly ApiScope[];
  /** It changes nothing. */
  readonly isReadOnly: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly isIdempotent: boolean;
  /** It may fetch an address. */
  readonly isOpenWorld: boolean;
  call(args: z.output<Input>, context: CallContext): Promise<Answer<z.output<Output>>>;
}

/** Keeps the types of a tool's own schemas while it is written. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: AgentTool<Input, Output>,
): AgentTool => tool;

/** A picture as an argument. */
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
