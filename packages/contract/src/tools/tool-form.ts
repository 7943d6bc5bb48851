import type { z } from 'zod';
import { toEngineChoice } from './engines.ts';
import type { EngineChoice, EngineFields } from './engines.ts';
import type { ToolId } from './ids.ts';

export interface DecodedForm<Input> {
  readonly input: Input;
  /** Tool ID as sent. The request stores it, and records name the tool by it. */
  readonly toolId: ToolId;
  /** Chosen engine, or null for the built-in one. */
  readonly engine: EngineChoice | null;
}

interface CommonFields extends EngineFields {
  readonly feature_type: ToolId;
}

type MayBeLeftOut<Value> = unknown extends Value ? false : undefined extends Value ? true : false;
/** Fields as a client sends them: optional fields and those with a default can be omitted. */
type SentForm<Fields> = {
  readonly [Name in keyof Fields as MayBeLeftOut<Fields[Name]> extends true ? never : Name]: Fields[Name];
} & {
  readonly [Name in keyof Fields as MayBeLeftOut<Fields[Name]> extends true ? Name : never]?: Fields[Name];
};

interface FormDefinition<Schema extends z.ZodType<CommonFields>, Input> {
  readonly schema: Schema;
  readonly decode: (fields: z.output<Schema>) => Input;
  readonly encode: (input: Input, engine: EngineChoice | null) => SentForm<z.input<Schema>>;
}

/**
 * Defines a tool's form in both directions: the server decodes validated fields, and clients encode an input. The
 * result isn't a zod codec, which would validate in both directions: only the server refuses invalid forms, with its
 * own messages.
 */
export const defineForm = <Schema extends z.ZodType<CommonFields>, Input>({
  schema,
  decode,
  encode,
}: FormDefinition<Schema, Input>) => ({
  input: schema,
  decode: (fields: z.output<Schema>): DecodedForm<Input> => ({
    input: decode(fields),
    toolId: fields.feature_type,
    engine: toEngineChoice(fields),
  }),
  encode: encode as (input: Input, engine: EngineChoice | null) => z.input<Schema>,
});
