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
import { isStoredImage, isKey, isProblemPage, isChannelList, isSetList, isUsage } from './answers.ts';
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
  /** Address of the server, such as https://studio.example */
  readonly server: string | URL;
  /**
   * API key, `pk_live_…` or `pk_test_…`. Anyone who has the key can spend its credits, so use it on servers only, not
   * in web pages.
   */
  readonly key: string;
  /** Time limit of each method in milliseconds, including retries and waiting; 10 minutes by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * Number of retries after lost connections and after errors that may pass, such as status 429 or 503; 4 by default.
   */
  readonly retries?: number | undefined;
  /** Function used instead of the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_RETRIES = 4;

export class Packshot {
  /** Cuts out products. */
  readonly cutouts: Tool<CreateCutoutInput, Picture>;
  /** Places products in scenes, in two or four variants. */
  readonly scenes: Tool<CreateSceneInput, readonly Picture[]>;
  /** Removes or changes the area covered by a mask. */
  readonly edits: Tool<CreateEditInput, Picture>;
  /** Enlarges pictures. */
  readonly upscales: Tool<CreateUpscaleInput, Picture>;
  /** Adapts products to the light of the photo in which they are placed. */
  readonly harmonizations: Tool<CreateHarmonizationInput, Picture>;
  /** Describes products. */
  readonly descriptions: Tool<CreateDescriptionInput, Result>;
  readonly jobs: Jobs;
  /** Recipes that catalogs apply to each photo. */
  readonly recipes: Recipes;
  /** Catalogs: thousands of photos processed by one recipe. */
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
      // Wrapped in a function, because the browser's `fetch` fails unless it is called as a method of its window.
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
    /** Uploads a picture to the server, so that several calls can use it by its `image_key`. */
    create: async (image: PictureIn, options: PostOptions = {}): Promise<CreateImageAnswer> =>
      this.#transport.send(
        await postCall('createImage', { image }, options),
        options,
        jsonReader(isStoredImage),
      ),
  };

  readonly sets = {
    /** Lists the studio sets available for scenes. */
    list: async (options: CallOptions = {}): Promise<readonly Reference[]> =>
      (await this.#transport.send({ operation: 'listSets' }, options, jsonReader(isSetList))).data,
  };

  readonly channels = {
    /** Lists the picture rules of marketplaces, shops and product feeds, with their sources and dates. */
    list: async (options: CallOptions = {}): Promise<ListChannelsAnswer['data']> =>
      (await this.#transport.send({ operation: 'listChannels' }, options, jsonReader(isChannelList))).data,
  };

  readonly files = {
    /** Downloads the file at a `download_url`. With a live key, the first download of a result costs one credit. */
    get: (downloadUrl: string, options: CallOptions = {}): Promise<Picture> =>
      this.#transport.send(
        { operation: 'takeFile', params: { token: downloadUrl.split('/').at(-1) ?? '' } },
        options,
        pictureIn,
      ),
  };

  readonly usage = {
    /** Number of calls, errors, durations and credits by key, tool and day, and the latest calls. */
    get: async (query: ReadUsageQuery = {}, options: CallOptions = {}): Promise<ReadUsageAnswer['data']> =>
      (await this.#transport.send({ operation: 'readUsage', query }, options, jsonReader(isUsage))).data,
  };

  readonly key = {
    /**
     * Properties and permissions of the API key, and the credits that it can still spend. Any key may make this call.
     */
    get: (options: CallOptions = {}): Promise<ReadKeyAnswer> =>
      this.#transport.send({ operation: 'readKey' }, options, jsonReader(isKey)),
  };

  readonly problems = {
    /** Explains the code of a PackshotError. */
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
  // Checks the key before fetch does, because fetch would quote an invalid key in its error message.
  if (typeof key !== 'string' || !/^[\w-]{1,200}$/.test(key))
    throw new TypeError('key must be an API key like pk_live_…');
  return key;
}
