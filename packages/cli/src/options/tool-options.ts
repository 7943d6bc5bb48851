/** Derives command-line flags from a tool's options. */
import { isOptionAbsent, optionChoices, optionRange } from '@packshot/contract';
import type { Option as ToolOption, OptionTable, OptionValues } from '@packshot/contract';
import { UsageError } from '../usage-error.ts';
import type { Arguments, CommandOption } from './option.ts';
import { hasOption, getTextOption } from './parse.ts';

const listFlagEntries = (table: OptionTable): [string, ToolOption][] =>
  Object.entries(table).filter(([, { flag }]) => flag !== null);

const flagName = ({ flag, apiName, wire }: ToolOption): string =>
  flag?.name ?? (apiName ?? wire).replaceAll('_', '-');

/** Number ranges whose upper limit is below this are shown in help, such as 1–100. */
const SHORT_RANGE = 1000;
const PLACEHOLDERS = { text: 'TEXT', number: 'NUMBER', json: 'JSON' } as const;

function describeValue(option: ToolOption): string | undefined {
  if (option.carrier === 'flag') return undefined;
  const { flag, carrier } = option;
  const range = optionRange(option);
  if (flag?.value !== undefined) return flag.value;
  if (range !== null && range.to < SHORT_RANGE) return `${range.from}–${range.to}`;
  return optionChoices(option) === undefined ? PLACEHOLDERS[carrier] : flagName(option).toUpperCase();
}

function formatDefault({ default: own, flag, labels }: ToolOption): string | null {
  const value = flag?.default ?? own;
  if (value === undefined || value === '' || typeof value === 'boolean' || Array.isArray(value)) return null;
  return Object.entries(labels ?? {}).find(([, each]) => each === value)?.[0] ?? textOfValue(value);
}

export const toFlags = (table: OptionTable): CommandOption[] =>
  listFlagEntries(table).map(([, option]) => {
    const [value, choices, usual] = [describeValue(option), optionChoices(option), formatDefault(option)];
    return {
      name: flagName(option),
      ...(option.flag?.short !== undefined && { short: option.flag.short }),
      ...(value !== undefined && { value }),
      ...(choices !== undefined && { choices }),
      says: `${option.says}${usual === null ? '' : `; ${usual} unless you say otherwise`}.`,
    };
  });

/**
 * Reads options from the arguments, with defaults.
 * @throws UsageError
 */
export function optionsIn<const T extends OptionTable>(table: T, args: Arguments): OptionValues<T> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(table) as [string, ToolOption][]) {
    const value = option.flag === null ? undefined : readOption(option, args);
    const used = value ?? option.flag?.default ?? option.default;
    if (!isOptionAbsent(option, used)) values[key] = used;
  }
  return values as OptionValues<T>;
}

function readOption(option: ToolOption, args: Arguments): unknown {
  const name = flagName(option);
  if (option.carrier === 'flag') return hasOption(args, name) || undefined;
  const text = getTextOption(args, name);
  if (text === undefined) return undefined;
  const read = option.schema.safeParse(valueIn(option, text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue?.code === 'too_big' && option.carrier === 'text')
    throw new UsageError(`--${name} is too long. ${issue.message}`);
  const range = optionRange(option);
  if (range !== null)
    throw new UsageError(`--${name} must be a whole number from ${range.from} to ${range.to}, not "${text}"`);
  throw new UsageError(`--${name} cannot be "${text}". ${option.says}`);
}

function valueIn({ carrier, labels, flag }: ToolOption, text: string): unknown {
  if (labels !== undefined) return labels[text];
  if (carrier === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (carrier === 'text') return text;
  if (flag?.fromText !== undefined && !/^\s*[[{]/.test(text)) return flag.fromText(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Converts option values in the public API's format to the texts of command-line flags. */
export const flagTexts = (
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
): Record<string, string | true> =>
  Object.fromEntries(
    listFlagEntries(table).flatMap(([, option]): [string, string | true][] => {
      const value = values[option.apiName ?? option.wire];
      if (value === undefined || value === false) return [];
      if (value === true) return [[flagName(option), true]];
      const label = Object.entries(option.labels ?? {}).find(([, each]) => each === value)?.[0];
      return [[flagName(option), label ?? textOfValue(value)]];
    }),
  );
