import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Fewer processes than the system allows at most: with that number, chroot isolation fails to set its limits. */
const PROCESSES_LIMIT = 30_000;

export interface CommandOptions {
  /** Given to standard input. */
  readonly input?: string;
  readonly cwd?: string;
  /** What it says goes to the terminal as it comes. */
  readonly isShown?: boolean;
}

/** Runs a command to its end. @throws Error with its last words */
export function command(program: string, args: readonly string[], options: CommandOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    ...(options.input !== undefined && { input: options.input }),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.isShown === true && { stdio: ['ignore', 'inherit', 'inherit'] }),
  });
  if (status === 0) return (stdout ?? '').trim();
  const programOutput = `${stdout ?? ''}\n${stderr ?? ''}`.trim().slice(-4_000);
  throw new Error(
    `${program} ${args.slice(0, 3).join(' ')} failed${error ? ` (${error.message})` : ''}:\n${programOutput}`,
    {
      cause: error,
    },
  );
}

/** Images and containers of this run alone, so that none of the machine's own is touched. */
export class ImageStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  buildah(args: readonly string[], options: CommandOptions = {}): string {
    const [root, runRoot] = [join(this.#folder, 'images'), join(this.#folder, 'run')];
    const all = ['--root', root, '--runroot', runRoot, '--storage-driver', 'vfs', ...args];
    return command('prlimit', [`--nproc=${PROCESSES_LIMIT}`, 'buildah', ...all], options);
  }

  /** Makes a container of an image, and shows its files; it is gone with the storage. */
  mountImage(image: string): string {
    const container = this.buildah(['from', '--pull-never', image]);
    return this.buildah(['mount', container]);
  }
}

/** Debian as its slim image has it: what is essential, without pages to read. */
const SLIM = ['doc', 'man', 'info', 'locale', 'groff', 'lintian', 'linda'].map(
  (part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`,
);

/** Debian from its packages, under the name that the Containerfile asks for: no registry of images is needed. */
export function importDebian(storage: ImageStorage, folder: string, name: string, suite: string): void {
  const archive = join(folder, 'debian.tar');
  command('mmdebstrap', ['--quiet', '--variant=minbase', ...SLIM, suite, archive]);
  const container = storage.buildah(['from', 'scratch']);
  storage.buildah(['add', '--quiet', container, archive, '/']);
  storage.buildah(['config', '--cmd', 'bash', container]);
  storage.buildah(['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
}

/** The same with Node and npm, in which packages are installed and pages built; nothing of it but those stays. */
export function addNode(storage: ImageStorage, base: string, name: string): void {
  const container = storage.buildah(['from', '--pull-never', base]);
  // Where the program itself is: its global folder is another one when Node comes from a package.
  const npm = dirname(dirname(realpathSync(command('sh', ['-c', 'command -v npm']))));
  storage.buildah(['copy', '--quiet', container, process.execPath, '/usr/local/bin/node']);
  storage.buildah(['copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm']);
  const linked = join(storage.buildah(['mount', container]), 'usr/local/bin/npm');
  command('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', linked]);
  // What this machine trusts, where a registry is reached through a proxy of its own.
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined)
    storage.buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container]);
  storage.buildah(['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
}

/** Files of this machine that npm needs to reach its registry; they are there while the image is built, and not in it. */
export function registryMounts(): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const settings = command('npm', ['config', 'get', 'userconfig']);
  const mounts = [
    ...(certificates === undefined ? [] : [[certificates, certificates]]),
    [settings, '/root/.npmrc'],
  ] as [string, string][];
  return mounts.filter(([path]) => existsSync(path)).map(([path, inside]) => `--volume=${path}:${inside}:ro`);
}
