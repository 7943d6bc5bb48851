import { join, relative } from 'node:path';
import { choosePort } from '../launch/address.ts';
import { freePorts } from '../launch/free-port.ts';
import { LaunchError } from '../launch/launch-error.ts';
import { getMode, Product } from '../launch/product.ts';
import type { Launch } from '../launch/run-at-terminal.ts';
import { ROOT } from '../launch/settings.ts';
import type { LaunchSettings } from '../launch/settings.ts';
import { FolderWatch } from './watch-folders.ts';

/** Source folders that API, worker and engine load. */
const SOURCE_FOLDERS = ['contract', 'image-engine', 'mcp', 'server'].map((name) =>
  join(ROOT, 'packages', name, 'src'),
);
const PAGES_PROGRAM = join(ROOT, 'packages', 'web', 'vite', 'serve.ts');
const SEED_PROGRAM = join(import.meta.dirname, 'seed.ts');
const NAMES_SHOWN = 3;

const isMigration = (path: string): boolean => path.endsWith('.sql') || /[\\/]migrations[\\/]/.test(path);
/** Tests and their doubles don't run in any process of the product. */
const isSource = (path: string): boolean =>
  /\.(ts|json|sql|txt)$/.test(path) && !/\.test\.ts$|[\\/]testing[\\/]/.test(relative(ROOT, path));

export interface DevOptions {
  readonly settings: LaunchSettings;
  /** True if an example account is created once the product is ready. */
  readonly seeds: boolean;
  /** True if Node's inspector listens in API and workers. */
  readonly inspects: boolean;
}

/** Runs the product from its sources: Vite's dev server in front, and API and workers that restart when the sources change. */
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
    // Links in mails lead to the pages, which aren't on the API's own port.
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

  /** Resolves when the old processes have ended, so that a change during the start isn't kept waiting. */
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
      // For example a failed migration. The next change tries again.
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  async #seed(product: Product): Promise<void> {
    const code = await product.runProgram('seed', SEED_PROGRAM);
    if (code !== 0)
      this.#say('The example account is incomplete (see above). The next run with --seed continues.');
  }
}

/** Waiting for a start ends with an error if the product stops meanwhile. */
const ignoreStop = (): void => {};

const isOwn = (mainsFolder: string): boolean =>
  SOURCE_FOLDERS.some((folder) => !relative(folder, mainsFolder).startsWith('..'));
