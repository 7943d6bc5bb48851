import type {
  CreateCutoutInput,
  CreateDescriptionInput,
  CreateEditInput,
  CreateHarmonizationInput,
  CreateImageAnswer,
  ListChannelsAnswer,
  CreateSceneInput,
  CreateUpscaleInput,
  ReadKeyAnswer,
  ReadProblemAnswer,
  ReadUsageAnswer,
  ReadUsageQuery,
  Reference,
  Result,
} from './generated.ts';
import { isKeptImage, isKey, isProblemPage, isChannelList, isSetList, isUsage } from './answers.ts';
import { createCatalogs, createRecipes } from './catalogs.ts';
import type { Catalogs, Recipes } from './catalogs.ts';
import { createJobs } from './jobs.ts';
import type { Jobs } from './jobs.ts';
import type { PictureIn } from './pictures-in.ts';
import type { Picture } from './picture.ts';
import { picturesTool, pictureTool, postCall, wordsTool } from './tools.ts';
import type { PostOptions, Tool } from './tools.ts';
import { jsonReader } from './read-answer.ts';
import { pictureIn } from './picture.ts';
import { createTransport } from './transport.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface PackshotOptions {
  /** Address of the server, like https://studio.example */
  readonly server: string | URL;
  /** An API key, `pk_live_…` or `pk_test_…`. Whoever has it can spend its credits: it belongs on servers, not into web pages. */
  readonly key: string;
  /** How long each method may take with all its retries and its waiting, in milliseconds; 10 minutes unless it is said. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again after 429, 503 and lost connections; 4 times unless it is said. */
  readonly retries?: number | undefined;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_RETRIES = 4;

/** The public API of one server, with one key. */
export class Packshot {
  /** Cut products out. */
  readonly cutouts: Tool<CreateCutoutInput, Picture>;
  /** Put products into scenes, in two or four variants. */
  readonly scenes: Tool<CreateSceneInput, readonly Picture[]>;
  /** Remove or change what a mask covers. */
  readonly edits: Tool<CreateEditInput, Picture>;
  /** Enlarge pictures. */
  readonly upscales: Tool<CreateUpscaleInput, Picture>;
  /** Give products the light of their photo. */
  readonly harmonizations: Tool<CreateHarmonizationInput, Picture>;
  /** Describe products. */
  readonly descriptions: Tool<CreateDescriptionInput, Result>;
  readonly jobs: Jobs;
  /** What each photo of a catalog becomes. */
  readonly recipes: Recipes;
  /** Thousands of photos by one recipe. */
  readonly catalogs: Catalogs;
  readonly #transport: Transport;

  constructor({
    server,
    key,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    retries = DEFAULT_RETRIES,
    fetch: customFetch,
  }: PackshotOptions) {
    this.#transport = createTransport({
      server: parseOrigin(server),
      key: requireKey(key),
      timeoutMs,
      retries,
      // Browsers' own wants to be called on its window.
      fetch: customFetch ?? ((input, init) => fetch(input, init)),
    });
    const jobs = createJobs(this.#transport);
    this.jobs = jobs;
    this.recipes = createRecipes(this.#transport);
    this.catalogs = createCatalogs(this.#transport);
    const parts = { transport: this.#transport, jobs };
    this.cutouts = pictureTool(parts, 'createCutout');
    this.scenes = picturesTool(parts, 'createScene');
    this.edits = pictureTool(parts, 'createEdit');
    this.upscales = pictureTool(parts, 'createUpscale');
    this.harmonizations = pictureTool(parts, 'createHarmonization');
    this.descriptions = wordsTool(parts, 'createDescription');
  }

  readonly images = {
    /** Keeps a picture on the server, to use it in several calls by its `image_key`. */
    create: async (image: PictureIn, options: PostOptions = {}): Promise<CreateImageAnswer> =>
      this.#transport.send(
        await postCall('createImage', { image }, options),
        options,
        jsonReader(isKeptImage),
      ),
  };

  readonly sets = {
    /** The studio sets that scenes can be made in. */
    list: async (options: CallOptions = {}): Promise<readonly Reference[]> =>
      (await this.#transport.send({ operation: 'listSets' }, options, jsonReader(isSetList))).data,
  };

  readonly channels = {
    /** What marketplaces, shops and feeds ask of pictures, with where and when that was read. */
    list: async (options: CallOptions = {}): Promise<ListChannelsAnswer['data']> =>
      (await this.#transport.send({ operation: 'listChannels' }, options, jsonReader(isChannelList))).data,
  };

  readonly files = {
    /** The file behind a `download_url`. It costs one download credit the first time. */
    get: (downloadUrl: string, options: CallOptions = {}): Promise<Picture> =>
      this.#transport.send(
        { operation: 'takeFile', params: { token: downloadUrl.split('/').at(-1) ?? '' } },
        options,
        pictureIn,
      ),
  };

  readonly usage = {
    /** Calls, errors, times and credits by key, tool and day, and the last calls. */
    get: async (query: ReadUsageQuery = {}, options: CallOptions = {}): Promise<ReadUsageAnswer['data']> =>
      (await this.#transport.send({ operation: 'readUsage', query }, options, jsonReader(isUsage))).data,
  };

  readonly key = {
    /** What the key is and may do, and what it can still spend. Any key may ask. */
    get: (options: CallOptions = {}): Promise<ReadKeyAnswer> =>
      this.#transport.send({ operation: 'readKey' }, options, jsonReader(isKey)),
  };

  readonly problems = {
    /** What a code of a PackshotError means. */
    get: (code: string, options: CallOptions = {}): Promise<ReadProblemAnswer> =>
      this.#transport.send(
        { operation: 'readProblem', params: { code } },
        options,
        jsonReader(isProblemPage),
      ),
  };
}

function parseOrigin(server: string | URL): string {
  const address = URL.canParse(server) ? new URL(server) : null;
  if (address === null || !['http:', 'https:'].includes(address.protocol))
    throw new TypeError('server must be an address like https://studio.example');
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '')
    throw new TypeError('server must be an address without a name, a password or parameters');
  return address.href.replace(/\/$/, '');
}

function requireKey(key: string): string {
  // What is no header would be refused by fetch, in words that quote it.
  if (typeof key !== 'string' || !/^[\w-]{1,200}$/.test(key))
    throw new TypeError('key must be an API key like pk_live_…');
  return key;
}
