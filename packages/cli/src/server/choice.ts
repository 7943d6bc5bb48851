/** Selects the server and the API key for a command. */
import { readFileSync } from 'node:fs';
import type { Arguments, CommandOption } from '../options/option.ts';
import { hasOption, getTextOption } from '../options/parse.ts';
import { statedKey, statedServer } from '../places.ts';
import { UsageError } from '../usage-error.ts';

const SERVER: CommandOption = {
  name: 'server',
  value: 'URL',
  says: 'Works on this server, by an API key, instead of on this machine. PACKSHOT_SERVER says the same.',
};
const KEYS: readonly CommandOption[] = [
  {
    name: 'key-file',
    value: 'FILE',
    isPath: true,
    says: 'A file that holds the API key and nothing else. Without it: PACKSHOT_KEY.',
  },
  {
    name: 'key',
    value: 'KEY',
    says: 'The API key itself. Everybody on this machine can read it in the list of processes: PACKSHOT_KEY and --key-file keep it to yourself.',
  },
];

/** Options for the server and key, in commands that can also work on this machine. */
export const SERVER_OPTIONS: readonly CommandOption[] = [
  SERVER,
  ...KEYS,
  { name: 'local', says: 'Works on this machine, even where PACKSHOT_SERVER is set.' },
];
/** Options for the server and key, in commands that need a server. */
export const SERVER_ONLY_OPTIONS: readonly CommandOption[] = [
  { ...SERVER, says: 'The server. Without it: PACKSHOT_SERVER.' },
  ...KEYS,
];

export interface ServerChoice {
  readonly address: string;
  readonly name: string;
  readonly key: string;
  /** Whether the API key is a test key, whose jobs cost nothing. */
  readonly isTest: boolean;
}

/**
 * Server that the arguments or the environment select; null to work on this machine.
 * @throws UsageError for options that contradict each other, or an invalid address or key
 */
export function serverIn(args: Arguments): ServerChoice | null {
  const isLocal = hasOption(args, 'local');
  const serverOption = getTextOption(args, 'server');
  if (isLocal && serverOption !== undefined)
    throw new UsageError('--local and --server contradict each other');
  const address = isLocal ? undefined : (serverOption ?? statedServer());
  if (address !== undefined) return parseChoice(args, address);
  for (const option of ['key', 'key-file'])
    if (getTextOption(args, option) !== undefined)
      throw new UsageError(`--${option} is for a server; say which by --server`);
  return null;
}

/** @throws UsageError if no server is given */
export function neededServer(args: Arguments): ServerChoice {
  const address = getTextOption(args, 'server') ?? statedServer();
  if (address === undefined) throw new UsageError('say which server by --server or PACKSHOT_SERVER');
  return parseChoice(args, address);
}

function parseChoice(args: Arguments, text: string): ServerChoice {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !['http:', 'https:'].includes(address.protocol))
    throw new UsageError(`the server must be an address like https://studio.example, not "${text}"`);
  const key = keyIn(args);
  return {
    address: address.origin + address.pathname.replace(/\/$/, ''),
    name: address.host,
    key,
    isTest: key.startsWith('pk_test_'),
  };
}

/** Format of API keys. */
const KEY = /^pk_(?:live|test)_[0-9A-Za-z]{8,100}$/;

function keyIn(args: Arguments): string {
  const [inArguments, file] = [getTextOption(args, 'key'), getTextOption(args, 'key-file')];
  if (inArguments !== undefined && file !== undefined)
    throw new UsageError('--key and --key-file contradict each other');
  const [key, from] =
    inArguments !== undefined
      ? [inArguments, '--key']
      : file !== undefined
        ? [keyOfFile(file), file]
        : [statedKey(), 'PACKSHOT_KEY'];
  if (key === undefined)
    throw new UsageError(
      'a server needs an API key (Account, API keys): set PACKSHOT_KEY, or say --key-file',
    );
  if (!KEY.test(key))
    throw new UsageError(`what ${from} holds is no API key: they begin with pk_live_ or pk_test_`);
  return key;
}

const KEY_FILE_MAX_BYTES = 4096;

function keyOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, KEY_FILE_MAX_BYTES).trim();
  } catch {
    throw new UsageError(`${file} cannot be read: --key-file names a file that holds an API key`);
  }
}
