/** Options shared by all commands on photos. */
import { availableParallelism } from 'node:os';
import { getTextOption, hasOption, wholeNumber } from '../options/parse.ts';
import type { Arguments, CommandOption } from '../options/option.ts';
import { outputPattern } from '../outputs/pattern.ts';
import type { OutputPattern } from '../outputs/pattern.ts';
import { SERVER_OPTIONS } from '../server/choice.ts';
import { UsageError } from '../usage-error.ts';
import type { FileSettings } from './finish.ts';
import { FORMATS } from './formats.ts';
import type { Format } from './formats.ts';

const OUT: CommandOption = {
  name: 'out',
  short: 'o',
  value: 'PATTERN',
  isPath: true,
  says: 'Where results go: a folder, or a name with {name}, {ext}, {n}, {dir} and {variant}. - is standard output. Without it: beside each photo.',
};

const OF_PICTURES: readonly CommandOption[] = [
  {
    name: 'format',
    short: 'f',
    value: 'FORMAT',
    choices: FORMATS,
    says: 'The format of results. Without it: what --out ends in, else png.',
  },
  { name: 'quality', value: '1–100', says: 'Of jpeg, webp and avif; 90 unless you say otherwise.' },
  {
    name: 'ground',
    value: '#RRGGBB',
    says: 'The color of what is transparent, in a jpeg; white unless you say otherwise.',
  },
  {
    name: 'unsigned',
    says: 'Writes no Content Credentials. How a picture came to be stays in its XMP.',
  },
];

const OF_ALL: readonly CommandOption[] = [
  { name: 'recursive', short: 'r', says: 'Looks into folders inside of folders too.' },
  { name: 'force', says: 'Makes what is there already again, and replaces it.' },
  { name: 'dry-run', short: 'n', says: 'Says what would be done and what it would cost, and does nothing.' },
  { name: 'json', says: 'Prints a line of JSON for each result.' },
  { name: 'quiet', short: 'q', says: 'Prints nothing but what failed.' },
  {
    name: 'concurrency',
    short: 'j',
    value: '1–16',
    says: 'How many photos at once, each in an engine of its own that takes about 750 MB and uses all cores by itself. Without it: 1 for every 4 cores, at most 4. On a server: 4, none of them in an engine here.',
  },
  ...SERVER_OPTIONS,
  { name: 'help', short: 'h', says: 'Shows this page.' },
];

export const sharedOptions = (suffix: string | null): readonly CommandOption[] =>
  suffix === null ? [OUT, ...OF_ALL] : [OUT, ...OF_PICTURES, ...OF_ALL];

export interface SharedSettings {
  /** Output pattern; null to write next to each photo, or to print the result. */
  readonly pattern: OutputPattern | null;
  readonly toStdout: boolean;
  readonly file: FileSettings;
  readonly extension: string;
  readonly isRecursive: boolean;
  readonly replaces: boolean;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Number of photos processed at the same time; null if the user gave none. */
  readonly concurrency: number | null;
}

const DEFAULT_QUALITY = 90;
const TEXT_EXTENSIONS: readonly string[] = ['txt', 'json'];
const PICTURE_EXTENSIONS: Readonly<Record<string, Format>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  avif: 'avif',
};

/**
 * Reads the options that all commands on photos share.
 * @throws UsageError for an invalid option
 */
export function readShared(args: Arguments, suffix: string | null): SharedSettings {
  const out = getTextOption(args, 'out');
  const toStdout = out === '-' || (out === undefined && args.operands.includes('-'));
  const pattern = out === undefined || out === '-' ? null : outputPattern(out);
  const stated = getTextOption(args, 'format') as Format | undefined;
  const ending = pattern === null ? undefined : readEnding(pattern, suffix === null, stated);
  const format = stated ?? PICTURE_EXTENSIONS[ending ?? ''] ?? 'png';
  return {
    pattern,
    toStdout,
    file: {
      format,
      quality: wholeNumber(args, 'quality', { from: 1, to: 100 }) ?? DEFAULT_QUALITY,
      ground: readBackground(args),
      isSigned: !hasOption(args, 'unsigned'),
    },
    extension: suffix === null ? 'txt' : format === 'jpeg' ? 'jpg' : format,
    isRecursive: hasOption(args, 'recursive'),
    replaces: hasOption(args, 'force'),
    isDryRun: hasOption(args, 'dry-run'),
    isJson: hasOption(args, 'json'),
    isQuiet: hasOption(args, 'quiet'),
    concurrency: wholeNumber(args, 'concurrency', { from: 1, to: 16 }) ?? null,
  };
}

export const ownConcurrency = (): number => Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));

/**
 * File extension that an output pattern states.
 * @throws UsageError if it isn't an extension for this kind of result, or contradicts the given format
 */
function readEnding(
  { rest }: OutputPattern,
  isText: boolean,
  stated: Format | undefined,
): string | undefined {
  if (rest.endsWith('{ext}')) return undefined;
  const ending = /\.([A-Za-z]{1,5})$/.exec(rest)?.[1]?.toLowerCase() ?? '';
  const allowedEndings = isText ? TEXT_EXTENSIONS : Object.keys(PICTURE_EXTENSIONS);
  if (!allowedEndings.includes(ending))
    throw new UsageError(
      `--out must end in ${allowedEndings.map((each) => `.${each}`).join(', ')}, .{ext} or /`,
    );
  if (stated !== undefined && PICTURE_EXTENSIONS[ending] !== stated)
    throw new UsageError(
      `--format ${stated} and --out …${rest.slice(-ending.length - 1)} contradict each other`,
    );
  return ending;
}

function readBackground(args: Arguments): string {
  const ground = getTextOption(args, 'ground') ?? '#ffffff';
  if (!/^#[0-9a-f]{6}$/i.test(ground))
    throw new UsageError(`--ground must be a color like #f4f1ea, not "${ground}"`);
  return ground;
}
