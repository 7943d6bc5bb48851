import type { ApiScope } from '@packshot/contract';
import { z } from 'zod';
import type { Quotes } from '../quotes.ts';
import type { Preview, AgentBackend, StudioJob } from '../studio.ts';
import { PICTURE_TEXT_MAX_LENGTH, sourceWords } from '../picture-source.ts';

export interface CallContext {
  readonly studio: AgentBackend;
  readonly quotes: Quotes;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
  /** Called with the started job when work has started, which may have cost credits. */
  readonly onStarted: (job: StudioJob) => void;
}

export interface ToolAnswer<Data> {
  /** Text for the language model: one or two sentences about the outcome. */
  readonly words: string;
  readonly data: Data;
  readonly previews?: readonly Preview[];
  /** Links to whole pictures, which may be too large to include in the answer. */
  readonly links?: readonly ResourceLink[];
}

interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Tool for agents, offered over standard input and output as well as over HTTP. */
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
  /** Sentence about the tool's cost; missing if a quote states it. */
  readonly cost?: string;
  /** Permission scopes of which the API key needs one. */
  readonly scopes: readonly ApiScope[];
  readonly isReadOnly: boolean;
  /** Whether repeating a call with the same arguments has no further effect. */
  readonly isIdempotent: boolean;
  readonly isOpenWorld: boolean;
  call(args: z.output<Input>, context: CallContext): Promise<ToolAnswer<z.output<Output>>>;
}

/** Returns the tool unchanged; infers the types of its schemas. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: AgentTool<Input, Output>,
): AgentTool => tool;

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
