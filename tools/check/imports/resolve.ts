import { existsSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import type { Specifier } from './specifiers.ts';

/**
 * Name of the imported module in the form of the import rules, or the reason why it can't be resolved. `ignored`: a
 * reference that isn't checked.
 */
export type Resolution = { target: string } | { problem: string } | { ignored: true };

const OUR_SCOPE = '@packshot/';
const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** Resolves a specifier by Node's own rules, as far as this repository uses them. */
export function createResolver(root: string): (importer: string, specifier: Specifier) => Resolution {
  const manifests = new Map<string, Record<string, unknown> | null>();
  const readManifest = (folder: string) => {
    let manifest = manifests.get(folder);
    if (manifest === undefined) {
      const file = join(root, folder, 'package.json');
      manifest = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
        : null;
      manifests.set(folder, manifest);
    }
    return manifest;
  };

  return (importer, specifier) => {
    if (specifier.text === null) {
      return {
        problem: 'a computed name cannot be checked: write the name out, or choose among written imports',
      };
    }
    // Vite's suffixes for importing a file as text, address or worker.
    const text = specifier.text.replace(/\?(?:raw|url|inline|worker|sharedworker|react)(?:&.*)?$/, '');
    if (text.startsWith('.')) return relative(root, importer, text, specifier.kind);
    if (specifier.kind === 'url') return { ignored: true };
    if (isBuiltin(text)) return { target: text.startsWith('node:') ? text : `node:${text}` };
    if (text.startsWith(OUR_SCOPE)) return workspace(root, text, readManifest);
    return npm(root, importer, text);
  };
}

function relative(root: string, importer: string, text: string, kind: Specifier['kind']): Resolution {
  const path = posix.join(posix.dirname(importer), text);
  const fileStats = statSync(join(root, path), { throwIfNoEntry: false });
  if (fileStats?.isFile()) {
    const isReach = getPackage(path) !== getPackage(importer) && importer.startsWith('packages/');
    if (isReach && kind === 'import' && path.startsWith('packages/')) {
      return { problem: 'import packages by name (@packshot/…), not by path' };
    }
    return { target: path };
  }
  // Ignores glob patterns for pictures and other data; modules aren't imported by pattern.
  if (text.includes('*') && !CODE.test(path)) return { ignored: true };
  // Ignores a target that is a folder, or a file that the program itself creates.
  if (kind === 'url' && (fileStats || !CODE.test(path))) return { ignored: true };
  return {
    problem: fileStats
      ? 'is a folder: name the file, with its extension'
      : 'does not exist: write the extension out',
  };
}

function getPackage(path: string): string {
  return /^packages\/[^/]+/.exec(path)?.[0] ?? '';
}

function workspace(
  root: string,
  text: string,
  readManifest: (folder: string) => Record<string, unknown> | null,
): Resolution {
  const [name = '', ...rest] = text.slice(OUR_SCOPE.length).split('/');
  const folder = `packages/${name}`;
  const manifest = readManifest(folder);
  if (!manifest) return { problem: `there is no package ${folder}` };
  const resolveSpecifier = rest.length === 0 ? '.' : `./${rest.join('/')}`;
  const path = resolveExport((manifest['exports'] ?? {}) as Record<string, string>, resolveSpecifier);
  if (path === null)
    return { problem: `${OUR_SCOPE}${name} does not export "${resolveSpecifier}" (see its package.json)` };
  const target = posix.join(folder, path);
  return existsSync(join(root, target))
    ? { target }
    : { problem: `its exports name ${target}, which does not exist` };
}

/** Resolves a name in a package's exports map. Our packages use only plain names and one `*`. */
function resolveExport(map: Record<string, string>, resolveSpecifier: string): string | null {
  const exact = map[resolveSpecifier];
  if (exact !== undefined) return exact;
  for (const [pattern, path] of Object.entries(map)) {
    const [start = '', end] = pattern.split('*');
    if (end === undefined || !resolveSpecifier.startsWith(start) || !resolveSpecifier.endsWith(end)) continue;
    return path.replace('*', resolveSpecifier.slice(start.length, resolveSpecifier.length - end.length));
  }
  return null;
}

/** Resolves a package. It counts as found if Node would find its folder; knip checks whether it is declared. */
function npm(root: string, importer: string, text: string): Resolution {
  const parts = text.split('/');
  const name = parts.slice(0, text.startsWith('@') ? 2 : 1).join('/');
  if (!/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i.test(name)) {
    return { problem: 'is neither a relative path nor a package' };
  }
  for (let folder = dirname(importer); ; folder = dirname(folder)) {
    const modules = join(root, folder, 'node_modules');
    // Packages that consist of types only are found under @types: `import type { GeoJSON } from 'geojson'`.
    const types = `@types/${name.replace('@', '').replace('/', '__')}`;
    if (existsSync(join(modules, name)) || existsSync(join(modules, types))) return { target: `npm:${text}` };
    if (folder === '.') return { problem: 'is not installed: add it to the package.json of this package' };
  }
}
