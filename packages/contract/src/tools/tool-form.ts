import type { z } from 'zod';
import { toEngineChoice } from './engines.ts';
import type { EngineChoice, EngineFields } from './engines.ts';
import type { ToolId } from './ids.ts';

/** What a form says, in the words of the product. */
export interface DecodedForm<Input> {
  /** What is asked of the tool. */
  readonly input: Input;
  /** As it was sent: a request is stored with it, and records name the tool by it. */
  readonly toolId: ToolId;
  /** Null: the built-in one. */
  readonly engine: EngineChoice | null;
}

/** The fields that a tool may be sent besides its own. */
interface CommonFields extends EngineFields {
  readonly feature_type: ToolId;
}

type MayBeLeftOut<Value> = unknown extends Value ? false : undefined extends Value ? true : false;
/** Fields as they are sent: those that have a default, or may be absent, can be left out. */
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
 * The form of a tool in both directions: the server decodes the fields that it has checked, the browser encodes what it asks for. Nothing
 * else knows what the fields are called. It is no codec of zod's, which checks in both directions: what a form must not say is the server's
 * to refuse, in its own words.
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
