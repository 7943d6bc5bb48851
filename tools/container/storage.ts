import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Limit on the number of processes. Lower than the system's maximum, which chroot isolation can't set. */
const PROCESSES_LIMIT = 30_000;

export interface CommandOptions {
  readonly input?: string;
  readonly cwd?: string;
  /** Whether to print the command's output to the terminal as it arrives. */
  readonly isShown?: boolean;
}

/**
 * Runs a command until it ends.
 * @throws Error with the last lines of its output
 */
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

/** Storage for the images and containers of this run, separate from the machine's own. */
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

  /** Creates a container of an image and returns the path of its files. Removing the storage removes the container. */
  mountImage(image: string): string {
    const container = this.buildah(['from', '--pull-never', image]);
    return this.buildah(['mount', container]);
  }
}

/** Patterns of paths in packages that Debian's slim image omits, such as documentation. */
const SLIM = ['doc', 'man', 'info', 'locale', 'groff', 'lintian', 'linda'].map(
  (part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`,
);

/**
 * Builds a Debian image from packages, under the name that the Containerfile uses, so that no image registry is
 * needed.
 */
export function importDebian(storage: ImageStorage, folder: string, name: string, suite: string): void {
  const archive = join(folder, 'debian.tar');
  command('mmdebstrap', ['--quiet', '--variant=minbase', ...SLIM, suite, archive]);
  const container = storage.buildah(['from', 'scratch']);
  storage.buildah(['add', '--quiet', container, archive, '/']);
  storage.buildah(['config', '--cmd', 'bash', container]);
  storage.buildah(['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
}

/**
 * Adds Node and npm to an image, which only installs packages and builds pages; the final image copies only the
 * results.
 */
export function addNode(storage: ImageStorage, base: string, name: string): void {
  const container = storage.buildah(['from', '--pull-never', base]);
  // Folder of npm itself. It isn't in the folder of global packages if Node comes from a Debian package.
  const npm = dirname(dirname(realpathSync(command('sh', ['-c', 'command -v npm']))));
  storage.buildah(['copy', '--quiet', container, process.execPath, '/usr/local/bin/node']);
  storage.buildah(['copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm']);
  const linked = join(storage.buildah(['mount', container]), 'usr/local/bin/npm');
  command('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', linked]);
  // Certificates that this machine trusts, for a package registry behind a proxy.
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined)
    storage.buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container]);
  storage.buildah(['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
}

/**
 * Mounts for this machine's files that npm needs to reach its registry. They are available during the build but aren't
 * part of the image.
 */
export function registryMounts(): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const settings = command('npm', ['config', 'get', 'userconfig']);
  const mounts = [
    ...(certificates === undefined ? [] : [[certificates, certificates]]),
    [settings, '/root/.npmrc'],
  ] as [string, string][];
  return mounts.filter(([path]) => existsSync(path)).map(([path, inside]) => `--volume=${path}:${inside}:ro`);
}
