import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface InstallManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Installs packages that only a benchmark or the conversion of models needs into a separate folder, once, in exact
 * versions and without install scripts, so that the product itself has few packages.
 * @returns the folder that holds `node_modules`
 */
export function installedIn(folder: string, manifest: InstallManifest): string {
  const manifestText = JSON.stringify({ private: true, ...manifest }, null, 1);
  const manifestFile = join(folder, 'package.json');
  const isThere =
    existsSync(manifestFile) &&
    readFileSync(manifestFile, 'utf8') === manifestText &&
    Object.keys(manifest.dependencies).every((name) => existsSync(join(folder, 'node_modules', name)));
  if (isThere) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifestFile, manifestText);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
