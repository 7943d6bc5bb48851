/**
 * Options of tools, each declared once. Forms, records, the public API, recipes, agents' tools, command-line flags and
 * the web app's settings are derived from the declarations; only the control in a panel and the use in the engine are
 * written by hand.
 */
import { z } from 'zod';
import { boundedText, flagText, numberText } from '../bounded-text.ts';

/** How a form carries a value: as text, number, flag or JSON. */
type Carrier = 'text' | 'number' | 'flag' | 'json';

export interface Flag<Value> {
  /** Name of the flag without the dashes; defaults to the option's name in the API. */
  readonly name?: string;
  readonly short?: string;
  /** Placeholder for the value in the command's help; by default derived from the schema. */
  readonly value?: string;
  /** Default value on the command line, instead of the option's own default. */
  readonly default?: Value;
  /** Parses a short form that users may type instead of JSON; the schema then validates the result. */
  readonly fromText?: (text: string) => unknown;
}

export interface Declaration<Schema extends z.ZodType> {
  /** Name of the option in forms and records. */
  readonly wire: string;
  /** Name of the option in the public API and agents' tools; defaults to the name in forms. */
  readonly apiName?: string;
  /** Sentence that describes the option, without its final period. */
  readonly says: string;
  /** Picture without which the option has no effect. */
  readonly needs?: 'image' | 'reference';
  /** Flag option without which this option has no effect. */
  readonly onlyWith?: string;
  readonly isRequired?: true;
  /** Schema of the form field, if it isn't the usual one for this kind of option. */
  readonly field?: z.ZodType<z.output<Schema> | undefined>;
  /** Default value; if missing, the tool's input has no value for an omitted option. */
  readonly default?: ReadonlyValue<z.output<Schema>>;
  /** Value that agents' tools state as the default; if missing, they state none. */
  readonly agentDefault?: ReadonlyValue<z.output<Schema>>;
  /** Initial value in the web app, if it differs from the default. */
  readonly preset?: ReadonlyValue<z.output<Schema>>;
  /** Set if an invalid form value becomes null, for which the tool returns its own error. */
  readonly unreadable?: null;
  /** False if records store the option in a database column of its own. */
  readonly isRecorded?: false;
  /** Name of the option in records; defaults to the name in forms. */
  readonly recordName?: string;
  /** False if recipes don't store the option, because their other steps determine it. */
  readonly isInRecipes?: false;
  /** Readable names for the values, used by the command line and agents. */
  readonly labels?: Readonly<Record<string, z.output<Schema>>>;
  /** Command-line flag; null if the option has none. */
  readonly flag?: Flag<z.output<Schema>> | null;
}

export interface Option<Schema extends z.ZodType = z.ZodType> extends Declaration<Schema> {
  readonly carrier: Carrier;
  readonly schema: Schema;
}
export type OptionTable = Readonly<Record<string, Option>>;

const declareOption =
  <const C extends Carrier>(carrier: C) =>
  <Schema extends z.ZodType, const D extends Declaration<Schema>>(schema: Schema, declaration: D) => ({
    ...declaration,
    carrier,
    schema,
  });

export const textOption = declareOption('text');
export const numberOption = declareOption('number');
export const flagOption = declareOption('flag');
export const jsonOption = declareOption('json');

type ReadonlyValue<Value> = Value extends readonly (infer Each)[] ? readonly Each[] : Value;
type ValueOf<O extends Option> =
  | ReadonlyValue<z.output<O['schema']>>
  | (O extends { readonly unreadable: null } ? null : never);
type KeysWithValue<T extends OptionTable> = {
  [Key in keyof T]: T[Key] extends { readonly default: unknown } | { readonly isRequired: true }
    ? Key
    : never;
}[keyof T];

export type OptionValues<T extends OptionTable> = {
  readonly [Key in KeysWithValue<T>]: ValueOf<T[Key]>;
} & {
  readonly [Key in Exclude<keyof T, KeysWithValue<T>>]?: ValueOf<T[Key]> | undefined;
};

export const optionEntries = (table: OptionTable): [string, Option][] => Object.entries(table);

/** Longest structured value in a form, in characters. */
const JSON_MAX_LENGTH = 2000;

export const inJson = <Schema extends z.ZodType>(schema: Schema, maxLength = JSON_MAX_LENGTH) =>
  boundedText(maxLength)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'Not JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema);

type FormValue<O extends Option> = O extends { readonly carrier: 'number' } ? string | number : string;
type FormField<O extends Option> = z.ZodType<
  O extends
    | { readonly default: unknown; readonly carrier: 'text' | 'number' | 'flag' }
    | { readonly isRequired: true }
    ? ValueOf<O>
    : ValueOf<O> | undefined,
  FormValue<O> | undefined
>;
export type FormFields<T extends OptionTable> = { [Key in keyof T as T[Key]['wire']]: FormField<T[Key]> };
type EncodedFields<T extends OptionTable> = { [Key in keyof T as T[Key]['wire']]?: FormValue<T[Key]> };

/** Sentence about an option for places where the values themselves are sent, without labels. */
const wireWords = ({ says, labels }: Option): string =>
  labels === undefined
    ? says
    : `${says}: ${Object.entries(labels)
        .map(([label, value]) => `${String(value)} is ${label}`)
        .join(', ')}`;

function formField(option: Option): z.ZodType {
  const { carrier, schema, field, default: preset, unreadable } = option;
  const says = wireWords(option);
  if (field !== undefined) return field;
  switch (carrier) {
    case 'text': {
      const text = schema as z.ZodType<string>;
      return (preset === undefined ? text.optional() : text.default(preset as string)).describe(says);
    }
    case 'number': {
      const number = numberText(schema as z.ZodType<number>);
      return (preset === undefined ? number.optional() : number.default(preset as number)).describe(says);
    }
    case 'flag': {
      const text = z.enum(['true', 'false']);
      const wireSchema = preset === undefined ? text.optional() : text.default(flagText(preset === true));
      const read = wireSchema.transform((value) => value && value === 'true');
      return read.pipe(preset === undefined ? z.boolean().optional() : z.boolean()).describe(says);
    }
    case 'json': {
      const json = unreadable === null ? inJson(schema).nullable().catch(null) : inJson(schema);
      return json.optional().describe(`JSON: ${says}`);
    }
  }
}

export const formFields = <const T extends OptionTable>(table: T): FormFields<T> =>
  Object.fromEntries(
    optionEntries(table).map(([, option]) => [option.wire, formField(option)]),
  ) as FormFields<T>;

/** Checks whether an option is missing. If it has no default, an empty text or a flag that is off counts as missing. */
export const isOptionAbsent = ({ default: own }: Option, value: unknown): boolean =>
  value === undefined || (own === undefined && (value === '' || value === false));

/**
 * Reads options from the validated fields of a form.
 * @param has pictures that the request contains
 */
export function decodeOptions<const T extends OptionTable>(
  table: T,
  fields: Readonly<Record<string, unknown>>,
  has: (picture: 'image' | 'reference') => boolean = () => true,
): OptionValues<T> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of optionEntries(table)) {
    const { [option.wire]: value = option.default } = fields;
    if (isOptionAbsent(option, value) || (option.needs !== undefined && !has(option.needs))) continue;
    if (option.onlyWith !== undefined && values[option.onlyWith] !== true) continue;
    values[key] = value;
  }
  return values as OptionValues<T>;
}

/** Converts options to form fields. Omits absent values, and structured values that equal their default. */
export function encodeOptions<const T extends OptionTable>(
  table: T,
  values: OptionValues<T>,
): EncodedFields<T> {
  const valuesByKey = values as Readonly<Record<string, unknown>>;
  const fields: Record<string, string | number> = {};
  for (const [key, option] of optionEntries(table)) {
    const { wire, carrier, default: preset, onlyWith } = option;
    const value = valuesByKey[key];
    if (isOptionAbsent(option, value) || (onlyWith !== undefined && valuesByKey[onlyWith] !== true)) continue;
    if (carrier === 'flag') fields[wire] = flagText(value === true);
    else if (carrier !== 'json') fields[wire] = value as string | number;
    else if (JSON.stringify(value) !== JSON.stringify(preset)) fields[wire] = JSON.stringify(value);
  }
  return fields as EncodedFields<T>;
}

const getApiName = ({ apiName, wire }: Option): string => apiName ?? wire;

/** Form fields of the options, by the options' names in the public API. */
export const apiOptions = (table: OptionTable): Record<string, string> =>
  Object.fromEntries(optionEntries(table).map(([, option]) => [getApiName(option), option.wire]));

/** Sentences that describe the options, by the options' names in the public API. */
export const apiWords = (table: OptionTable): Record<string, string> =>
  Object.fromEntries(optionEntries(table).map(([, option]) => [getApiName(option), wireWords(option)]));

export const apiValues = <const T extends OptionTable>(
  table: T,
  values: OptionValues<T>,
): Record<string, unknown> =>
  Object.fromEntries(
    optionEntries(table).flatMap(([key, option]) => {
      const value = (values as Readonly<Record<string, unknown>>)[key];
      return value === undefined ? [] : [[getApiName(option), value]];
    }),
  );

type LabeledSchema<O extends Option> = z.ZodType<
  O extends { readonly labels: object } ? string : z.output<O['schema']>
>;
type Labeled<O extends Option> = O extends { readonly agentDefault: unknown }
  ? z.ZodDefault<LabeledSchema<O>>
  : z.ZodOptional<LabeledSchema<O>>;
export type AgentFields<T extends OptionTable> = {
  [
    Key in keyof T as T[Key] extends { readonly apiName: infer Name extends string } ? Name : T[Key]['wire']
  ]: Labeled<T[Key]>;
};

/** Schema of the arguments of an agent's tool. Values with labels are passed by label. */
export const agentFields = <const T extends OptionTable>(table: T): AgentFields<T> =>
  Object.fromEntries(
    optionEntries(table).map(([, option]) => {
      const { labels, schema, says, agentDefault } = option;
      const value = labels === undefined ? schema : z.enum(Object.keys(labels) as [string, ...string[]]);
      const argument = agentDefault === undefined ? value.optional() : value.default(agentDefault);
      return [getApiName(option), argument.describe(says)];
    }),
  ) as unknown as AgentFields<T>;

/** Replaces labels in an agent's arguments by the values that they stand for. */
export const withoutLabels = (
  table: OptionTable,
  argumentValues: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    optionEntries(table).flatMap(([, option]) => {
      const value = argumentValues[getApiName(option)];
      if (value === undefined) return [];
      return [
        [getApiName(option), (typeof value === 'string' ? option.labels?.[value] : undefined) ?? value],
      ];
    }),
  );

/** Option values by their names in the public API, without values that equal the default. */
export function withoutDefaults(
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const usual = new Map(optionEntries(table).map(([, option]) => [getApiName(option), option.default]));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(name)),
    ),
  );
}

/** Names of all values of an option that allows only a few; undefined for other options. */
export function optionChoices({ schema, labels, carrier }: Option): string[] | undefined {
  if (labels !== undefined) return Object.keys(labels);
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return carrier === 'number' && schema instanceof z.ZodLiteral ? [...schema.values].map(String) : undefined;
}

export const optionRange = ({ schema }: Option): { readonly from: number; readonly to: number } | null =>
  schema instanceof z.ZodNumber && schema.minValue !== null && schema.maxValue !== null
    ? { from: schema.minValue, to: schema.maxValue }
    : null;
