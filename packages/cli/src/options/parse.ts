import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { nearest } from '@packshot/contract/text/nearest';
import type { Arguments, CommandOption } from './option.ts';

/**
 * Parses a command's arguments.
 * @throws UsageError that names the fault and the most similar option
 */
export function parse(
  args: readonly string[],
  options: readonly CommandOption[],
  command: string,
): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      options.map(({ name, short, value }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
      ]),
    ),
  });
  const parsedOptions: Record<string, string | true | readonly string[]> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) throw unknownOption(token.rawName, options, command);
    const value = readOptionValue(option, token.value, token.inlineValue === true);
    parsedOptions[option.name] =
      option.isList === true && value !== true
        ? [...listTexts({ options: parsedOptions }, option.name), value]
        : value;
  }
  return { options: parsedOptions, operands };
}

function unknownOption(rawName: string, options: readonly CommandOption[], command: string): UsageError {
  const near = nearest(
    rawName.replace(/^-+/, ''),
    options.map(({ name }) => name),
  );
  const advice =
    near === undefined ? `"packshot ${command} --help" lists what there is` : `did you mean --${near}?`;
  return new UsageError(`there is no option ${rawName}; ${advice}`);
}

function readOptionValue(option: CommandOption, value: string | undefined, isInline: boolean): string | true {
  const { name, value: takes, choices } = option;
  if (takes === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} takes nothing; "${value}" is too much`);
    return true;
  }
  // The next argument isn't read as this option's value if it looks like an option itself, unless an equals sign joins
  // them.
  if (value === undefined || (!isInline && /^--?[a-z]/.test(value)))
    throw new UsageError(`--${name} needs ${takes}`);
  if (choices !== undefined && !choices.includes(value)) {
    const near = nearest(value, choices);
    throw new UsageError(
      `--${name} cannot be "${value}"; ${near === undefined ? '' : `did you mean ${near}? `}it is one of ${choices.join(', ')}`,
    );
  }
  return value;
}

export function getTextOption({ options }: Arguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Values of an option that may be given several times. */
export function listTexts({ options }: Pick<Arguments, 'options'>, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value : [];
}

export const hasOption = ({ options }: Arguments, name: string): boolean => options[name] === true;

/**
 * Parses an integer.
 * @throws UsageError if the text isn't an integer or is outside the bounds
 */
export function wholeNumber(
  args: Arguments,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const text = getTextOption(args, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    throw new UsageError(`--${name} must be a whole number from ${from} to ${to}, not "${text}"`);
  return value;
}
