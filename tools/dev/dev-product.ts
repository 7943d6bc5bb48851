import { join, relative } from 'node:path';
import { choosePort } from '../launch/address.ts';
import { freePorts } from '../launch/free-port.ts';
import { LaunchError } from '../launch/launch-error.ts';
import { getMode, Product } from '../launch/product.ts';
import type { Launch } from '../launch/run-at-terminal.ts';
import { ROOT } from '../launch/settings.ts';
import type { LaunchSettings } from '../launch/settings.ts';
import { FolderWatch } from './watch-folders.ts';

/** Source folders whose code runs in API, worker and engine. */
const SOURCE_FOLDERS = ['contract', 'image-engine', 'mcp', 'server'].map((name) =>
  join(ROOT, 'packages', name, 'src'),
);
const PAGES_PROGRAM = join(ROOT, 'packages', 'web', 'vite', 'serve.ts');
const SEED_PROGRAM = join(import.meta.dirname, 'seed.ts');
const NAMES_SHOWN = 3;

const isMigration = (path: string): boolean => path.endsWith('.sql') || /[\\/]migrations[\\/]/.test(path);
/** Whether a file is source code of the product; tests and their helpers don't run in any of its processes. */
const isSource = (path: string): boolean =>
  /\.(ts|json|sql|txt)$/.test(path) && !/\.test\.ts$|[\\/]testing[\\/]/.test(relative(ROOT, path));

export interface DevOptions {
  readonly settings: LaunchSettings;
  readonly seeds: boolean;
  readonly inspects: boolean;
}

/** Runs the product from its sources: Vite's dev server, and API and workers that restart after changes. */
export class DevProduct implements Launch {
  readonly #options: DevOptions;
  readonly #say: (line: string) => void;
  readonly #onFatal: (error: unknown) => void;
  #product: Product | null = null;
  #watch: FolderWatch | null = null;
  #restarts = 0;

  constructor(options: DevOptions, say: (line: string) => void, onFatal: (error: unknown) => void) {
    this.#options = options;
    this.#say = say;
    this.#onFatal = onFatal;
  }

  async start(): Promise<void> {
    const { settings, inspects, seeds } = this.#options;
    if (getMode(process.env) === 'production')
      throw new LaunchError(
        'NODE_ENV is production (in the environment or .env); npm run dev is for development.',
      );
    const pagesPort = await choosePort(settings);
    // Address for links in mails: that of the pages, which have another port than the API.
    process.env['PUBLIC_URL'] ||= `http://localhost:${String(pagesPort)}`;
    process.env['NODE_COMPILE_CACHE'] ||= join(settings.cacheFolder, 'compile-cache');
    process.env['VITE_CACHE'] ||= join(settings.cacheFolder, 'vite');
    const [apiPort = 0] = await freePorts(1);
    const behind = { ...settings, host: '127.0.0.1', requestedPort: apiPort };
    const pages = { pagesProgram: PAGES_PROGRAM, pagesHost: settings.host, pagesPort };
    const product = new Product(behind, this.#say, this.#onFatal, { ...pages, inspects });
    this.#product = product;
    await product.start();
    const folders = [...SOURCE_FOLDERS, ...(isOwn(settings.mainsFolder) ? [] : [settings.mainsFolder])];
    this.#watch = new FolderWatch(folders, isSource, (paths) => this.#restart(product, paths));
    if (seeds) await this.#seed(product);
  }

  async stop(): Promise<void> {
    this.#watch?.close();
    await this.#product?.stop();
  }

  kill(): void {
    this.#product?.kill();
  }

  /** Restarts. Resolves once the old processes have ended, so that a change during the start needn't wait. */
  async #restart(product: Product, paths: readonly string[]): Promise<void> {
    this.#restarts += 1;
    const restart = this.#restarts;
    const startedAt = performance.now();
    const names = paths.slice(0, NAMES_SHOWN).map((path) => relative(ROOT, path));
    const more = paths.length > NAMES_SHOWN ? ` and ${String(paths.length - NAMES_SHOWN)} more` : '';
    this.#say(`Changed: ${names.join(', ')}${more}`);
    try {
      const { isListening } = await product.restart(paths.some(isMigration));
      void isListening.then((isUp) => {
        if (!isUp || restart !== this.#restarts) return;
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        this.#say(`API and workers run the new sources (${seconds} s)`);
      }, ignoreStop);
    } catch (error) {
      // Shows the reason, such as a failed migration. The next change to the sources tries again.
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  async #seed(product: Product): Promise<void> {
    const code = await product.runProgram('seed', SEED_PROGRAM);
    if (code !== 0)
      this.#say('The example account is incomplete (see above). The next run with --seed continues.');
  }
}

/** Handles the error of an unfinished start, which occurs if the product is stopped meanwhile. */
const ignoreStop = (): void => {};

const isOwn = (mainsFolder: string): boolean =>
  SOURCE_FOLDERS.some((folder) => !relative(folder, mainsFolder).startsWith('..'));
