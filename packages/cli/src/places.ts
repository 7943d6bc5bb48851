/** Storage locations, server and access keys of the `packshot` command, with their environment variables. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BucketServer } from './buckets/bucket-server.ts';
import { UsageError } from './usage-error.ts';

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

/** Cache folder of prepared neural networks; it is recreated if deleted. */
export const engineCacheDir = (): string => resolve(fromEnvironment('PACKSHOT_CACHE_DIR') ?? cacheFolder());

/** Folder of the private key and certificate with which this program signs pictures. */
export const credentialsDir = (): string =>
  resolve(fromEnvironment('PACKSHOT_CREDENTIALS_DIR') ?? join(dataFolder(), 'credentials'));

/** Folder that records the inputs of results made by servers, so that later runs recognize existing files. */
export const resultsDir = (): string =>
  resolve(fromEnvironment('PACKSHOT_RESULTS_DIR') ?? join(dataFolder(), 'results'));

export const statedServer = (): string | undefined => fromEnvironment('PACKSHOT_SERVER');
export const statedKey = (): string | undefined => fromEnvironment('PACKSHOT_KEY')?.trim();

/**
 * S3 server and access keys, from the environment variables that Amazon's tools use. They are read when a bucket is
 * used, and never stored.
 * @throws UsageError if a variable is missing or invalid
 */
export function statedBucketServer(): BucketServer {
  const [keyId, secret] = [fromEnvironment('AWS_ACCESS_KEY_ID'), fromEnvironment('AWS_SECRET_ACCESS_KEY')];
  if (keyId === undefined || secret === undefined)
    throw new UsageError('a bucket needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const endpoint = fromEnvironment('AWS_ENDPOINT_URL_S3') ?? fromEnvironment('AWS_ENDPOINT_URL') ?? null;
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint))
    throw new UsageError('AWS_ENDPOINT_URL_S3 must be an address like https://s3.example');
  return {
    keys: { keyId, secret, sessionToken: fromEnvironment('AWS_SESSION_TOKEN') },
    region: fromEnvironment('AWS_REGION') ?? fromEnvironment('AWS_DEFAULT_REGION') ?? 'us-east-1',
    endpoint,
  };
}

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

export const BUCKET_ENVIRONMENT: typeof ENVIRONMENT = [
  ['AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY', 'The keys for buckets (s3://…).'],
  ['AWS_ENDPOINT_URL_S3, AWS_REGION', 'The server of buckets, where it is not Amazon’s, and its region.'],
];
