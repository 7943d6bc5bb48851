// Prerequisites of every command, before TypeScript can run: installed packages and Node 24. Plain JavaScript for Node
// 20 that uses only Node's own modules, because no packages are installed yet.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MAJOR = 24;

function fail(message) {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(1);
}

/**
 * True if node_modules contains the packages in package-lock.json in their versions; npm keeps a list of the installed
 * ones.
 */
function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Packages that the lock file marks as optional may be missing: it also lists packages for other platforms.
    if (!found) return entry.optional === true;
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    );
  });
}

/**
 * Runs `npm ci` unless the packages are installed. A concurrent command waits for this installation.
 * PACKSHOT_SKIP_INSTALL=1 is for images and packages that are already installed and read-only.
 */
export async function ensurePackages() {
  if (process.env.PACKSHOT_SKIP_INSTALL === '1' || isInstalled()) return;
  mkdirSync(join(root, '.packshot'), { recursive: true });
  const lockFile = join(root, '.packshot', 'install.lock');
  await takeInstallLock(lockFile);
  try {
    if (isInstalled()) return;
    process.stdout.write(
      'Installing packages from package-lock.json; the first time this takes a minute or two.\n',
    );
    const npm = process.env.npm_execpath;
    // Includes development packages, which build the web app, and optional packages, which provide Node 24 and
    // PostgreSQL for this platform.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    const [program, first] = npm?.endsWith('js') ? [process.execPath, [npm]] : ['npm', []];
    const { status, error } = spawnSync(program, [...first, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...npmCache() },
      shell: program === 'npm' && process.platform === 'win32',
    });
    if (status !== 0) {
      fail(
        `The installation of packages failed${error ? `: ${error.message}` : ''} (see above).\n` +
          'It needs the npm registry (or a mirror set by `npm config set registry`) and about 2 GB of disk.\n' +
          'Then run the same command again.',
      );
    }
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Cache folder for npm. For an account without a home folder, it is in the checkout. */
function npmCache() {
  try {
    const folder = process.env.npm_config_cache ?? join(homedir(), '.npm');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: join(root, '.packshot', 'npm-cache') };
  }
}

async function takeInstallLock(lockFile) {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const file = openSync(lockFile, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(lockFile, { encoding: 'utf8', flag: 'a+' }));
    if (holder > 0 && !isAlive(holder)) rmSync(lockFile, { force: true });
    else if (!isWaiting) process.stdout.write(`Waiting for another installation (process ${holder}).\n`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Path of the Node that npm installed for this platform, otherwise the current Node if it is new enough. */
export function findNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const brought = join(
    root,
    'node_modules',
    `node-${process.platform.replace('win32', 'win')}-${process.arch}`,
    'bin',
    file,
  );
  if (brought === process.execPath) return brought;
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) return brought;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  return fail(
    `Packshot needs Node ${NODE_MAJOR}. npm brings it for Linux (x64 and arm64, glibc) and Windows (x64);\n` +
      `this is ${process.platform}-${process.arch} with Node ${process.versions.node}.\n` +
      `Install Node ${NODE_MAJOR} or newer (https://nodejs.org), then run the same command again.`,
  );
}

/** Folder for files that can be regenerated at any time; the launcher's settings have the same. */
const cacheFolder = () => process.env.PACKSHOT_CACHE ?? join(root, '.packshot');

/**
 * Runs one of our TypeScript programs on Node 24 in place of this process: same terminal, forwarded signals, same exit
 * code. An IPC channel tells the program when this process has ended, for any reason. Node keeps compiled scripts in a
 * cache, which halves the time to load them.
 */
export async function become(program, args = process.argv.slice(2)) {
  await ensurePackages();
  const node = findNode();
  const binFolders = [dirname(node), join(root, 'node_modules', '.bin')];
  const child = spawn(node, [join(root, 'tools', program), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: [...binFolders, process.env.PATH].join(process.platform === 'win32' ? ';' : ':'),
      PACKSHOT_SUPERVISED: '1',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(cacheFolder(), 'compile-cache'),
    },
  });
  // Ignores Ctrl-C, which the terminal sends to the child too; forwards other signals, which reach only this process.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/**
 * When the parent npm (`exec node …` in package.json) has ended, even by kill -9, stops the child; this process then
 * ends too.
 */
function stopWithParent(child) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000).unref();
}
