import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { findProgram, isExecutable } from '../launch/find-program.ts';
import { LaunchError } from '../launch/launch-error.ts';

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const INSTALL_TIMEOUT_MS = 300_000;

/**
 * Finds a Chromium for the end-to-end tests: the one of CHROMIUM_PATH, one on the machine, Debian's (installed if
 * permitted), or Playwright's own (downloaded).
 * @throws LaunchError if no browser can be found or installed
 */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath) {
    if (await isExecutable(configuredPath)) return configuredPath;
    throw new LaunchError(`CHROMIUM_PATH is ${configuredPath}, which is not a program that can be run.`);
  }
  const installedPath = await onThisMachine();
  if (installedPath) return installedPath;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('No browser here; installing Debian’s Chromium.');
    attempt('apt-get', ['update', '-q']);
    attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
    const installed = await onThisMachine();
    if (installed) return installed;
  }
  say('No browser here; downloading Playwright’s Chromium.');
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  attempt(process.execPath, [cli, 'install', 'chromium']);
  const downloaded = await onThisMachine();
  if (downloaded) return downloaded;
  throw new LaunchError(
    'The browser journeys need Chromium, and none was found or could be installed.\n' +
      'Install chromium or Google Chrome, or set CHROMIUM_PATH to its program.',
  );
}

async function onThisMachine(): Promise<string | null> {
  for (const name of ON_PATH) {
    const path = await findProgram(name);
    if (path) return path;
  }
  for (const path of [...ELSEWHERE, chromium.executablePath()]) {
    if (await isExecutable(path)) return path;
  }
  return null;
}

/** Runs a program and ignores failures; the caller checks afterwards whether the browser exists. */
function attempt(program: string, args: string[]): void {
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Finds a Firefox for the end-to-end test that runs in a second browser. Returns null, with a message, if there is
 * none.
 */
export async function findFirefox(say: (line: string) => void): Promise<string | null> {
  const configuredPath = process.env['FIREFOX_PATH'];
  if (configuredPath && (await isExecutable(configuredPath))) return configuredPath;
  for (const name of ['firefox-esr', 'firefox']) {
    const path = await findProgram(name);
    if (path) return path;
  }
  say('Firefox is not tested: none is installed (apt-get install firefox-esr) and FIREFOX_PATH is not set.');
  return null;
}
