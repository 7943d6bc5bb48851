/** Converts tool options to their stored forms: settings of records, steps of recipes, and settings of the web app. */
import type { z } from 'zod';
import { optionEntries } from './options.ts';
import type { Option, OptionTable, OptionValues } from './options.ts';

type RecordField<O extends Option> = z.ZodOptional<z.ZodType<z.output<O['schema']>>>;
type Recorded<T extends OptionTable> = {
  [
    Key in keyof T as T[Key] extends { readonly isRecorded: false }
      ? never
      : T[Key] extends { readonly recordName: infer Name extends string }
        ? Name
        : T[Key]['wire']
  ]: RecordField<T[Key]>;
};

type InRecipes<T extends OptionTable> = {
  [
    Key in keyof T as T[Key] extends { readonly isInRecipes: false } ? never : T[Key]['wire']
  ]: z.ZodExactOptional<z.ZodType<z.output<T[Key]['schema']>>>;
};

export const recipeFields = <const T extends OptionTable>(table: T): InRecipes<T> =>
  Object.fromEntries(
    optionEntries(table)
      .filter(([, { isInRecipes }]) => isInRecipes !== false)
      .map(([, { wire, schema, says }]) => [wire, schema.exactOptional().describe(says)]),
  ) as unknown as InRecipes<T>;

/** Reads options from a recipe's step or a record's settings; missing options get their defaults. */
export const optionsOfWire = <const T extends OptionTable>(
  table: T,
  stored: Readonly<Record<string, unknown>>,
): OptionValues<T> =>
  Object.fromEntries(
    optionEntries(table).flatMap(([key, { wire, default: own }]) => {
      const value = stored[wire] ?? own;
      return value === undefined ? [] : [[key, value]];
    }),
  ) as OptionValues<T>;

const isRecorded = ([, option]: [string, Option]): boolean => option.isRecorded !== false;
const getRecordName = ({ recordName, wire }: Option): string => recordName ?? wire;

export const recordFields = <const T extends OptionTable>(table: T): Recorded<T> =>
  Object.fromEntries(
    optionEntries(table)
      .filter(isRecorded)
      .map(([, option]) => [getRecordName(option), option.schema.optional().describe(option.says)]),
  ) as unknown as Recorded<T>;

/** Converts options to a record's settings. Omits a value that the option doesn't allow, such as one variant. */
export const recordOptions = <const T extends OptionTable>(
  table: T,
  values: { readonly [Key in keyof T]?: unknown },
): Record<string, unknown> =>
  Object.fromEntries(
    optionEntries(table)
      .filter(isRecorded)
      .flatMap(([key, option]) => {
        const value = values[key];
        return option.schema.safeParse(value).success ? [[getRecordName(option), value]] : [];
      }),
  );

type Setting<O extends Option> = O extends { readonly default: unknown } | { readonly preset: unknown }
  ? z.ZodType<z.output<O['schema']>>
  : z.ZodType<z.output<O['schema']> | null>;
export type SettingFields<T extends OptionTable> = { [Key in keyof T]: Setting<T[Key]> };

const getInitialValue = ({ preset, default: own }: Option): unknown => preset ?? own ?? null;

/**
 * Schema fields of the web app's settings; null if the tool decides. A field that an older document lacks gets its
 * initial value.
 */
export const settingFields = <const T extends OptionTable>(table: T): SettingFields<T> =>
  Object.fromEntries(
    optionEntries(table).map(([key, option]) => {
      const start = getInitialValue(option);
      return [key, start === null ? option.schema.nullable().default(null) : option.schema.default(start)];
    }),
  ) as unknown as SettingFields<T>;

type SettingValues<T extends OptionTable> = { [Key in keyof T]: z.output<Setting<T[Key]>> };

export const startingSettings = <const T extends OptionTable>(table: T): SettingValues<T> =>
  Object.fromEntries(
    optionEntries(table).map(([key, option]) => [key, getInitialValue(option)]),
  ) as SettingValues<T>;

export const settingsOfRecord = <const T extends OptionTable>(
  table: T,
  record: Readonly<Record<string, unknown>>,
): SettingValues<T> =>
  Object.fromEntries(
    optionEntries(table)
      .filter(isRecorded)
      .map(([key, option]) => [key, record[getRecordName(option)] ?? getInitialValue(option)]),
  ) as SettingValues<T>;

/**
 * Converts the web app's settings to options. Omits null values, and options without the picture or flag that they
 * need.
 * @param has pictures that the request contains
 */
export const optionsOfSettings = <const T extends OptionTable>(
  table: T,
  settings: Readonly<Record<string, unknown>>,
  has: (picture: 'image' | 'reference') => boolean = () => true,
): OptionValues<T> =>
  Object.fromEntries(
    optionEntries(table).flatMap(([key, { needs, onlyWith }]) => {
      const value = settings[key];
      if (value === null || value === undefined) return [];
      if (needs !== undefined && !has(needs)) return [];
      return onlyWith !== undefined && settings[onlyWith] !== true ? [] : [[key, value]];
    }),
  ) as OptionValues<T>;
