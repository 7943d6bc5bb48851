/** Where the command keeps what it keeps: the only file that reads the environment. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const APPLICATION = 'packshot';

const fromEnvironment = (name: string): string | undefined => {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
};

function cacheFolder(): string {
  if (process.platform === 'win32')
    return join(fromEnvironment('LOCALAPPDATA') ?? homedir(), APPLICATION, 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', APPLICATION);
  return join(fromEnvironment('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), APPLICATION);
}

function dataFolder(): string {
  if (process.platform === 'win32')
    return join(fromEnvironment('LOCALAPPDATA') ?? homedir(), APPLICATION, 'data');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', APPLICATION);
  return join(fromEnvironment('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'), APPLICATION);
}

/** Prepared models: some 200 MB, made again when they are gone. */
export const engineCacheDir = (): string => resolve(fromEnvironment('PACKSHOT_CACHE_DIR') ?? cacheFolder());

/** The key and certificate that pictures are signed with. */
export const credentialsDir = (): string =>
  resolve(fromEnvironment('PACKSHOT_CREDENTIALS_DIR') ?? join(dataFolder(), 'credentials'));

/** What results of servers were made from: what is there already is known by it. */
export const resultsDir = (): string =>
  resolve(fromEnvironment('PACKSHOT_RESULTS_DIR') ?? join(dataFolder(), 'results'));

export const statedServer = (): string | undefined => fromEnvironment('PACKSHOT_SERVER');
export const statedKey = (): string | undefined => fromEnvironment('PACKSHOT_KEY')?.trim();

/** For the pages of help. */
export const ENVIRONMENT: readonly (readonly [name: string, says: string])[] = [
  ['PACKSHOT_CACHE_DIR', 'Where prepared models are kept instead of your cache folder.'],
  [
    'PACKSHOT_CREDENTIALS_DIR',
    'Where the key and certificate for signing are kept instead of your data folder.',
  ],
  ['PACKSHOT_SERVER', 'A server to work on instead of this machine, like https://studio.example.'],
  ['PACKSHOT_KEY', 'An API key for it.'],
  ['PACKSHOT_RESULTS_DIR', 'Where it is noted what results of servers were made from.'],
  ['NO_COLOR', 'When set, nothing is printed in color.'],
];
