/**
 * Builds the npm package of the command line. It contains JavaScript, because Node doesn't strip types below
 * node_modules. It has one file per module, so that files that a module finds relative to itself (networks, sets, the
 * engine's processes) have the same relative positions.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'rolldown';
import { ROOT } from '../launch/settings.ts';

const PACKAGES = ['cli', 'mcp', 'image-engine', 'contract'] as const;
/**
 * Files of the engine that the commands use. The files for moderation are missing, because only the server needs them.
 */
const ASSETS = [
  'assets/sets',
  'assets/isnet-check',
  'assets/models/NOTICE.md',
  'assets/models/efficientnet-lite0',
  'assets/models/esrgan-thick-4x',
];
/** Data files that modules read by their path. */
const READ = ['src/models/isnet-calibration.json'];

interface PackageManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const readManifest = (folder: string): PackageManifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as PackageManifest;

/**
 * Writes the package's files.
 * @param folder empty or missing folder for the package
 */
export async function stagePackage(folder: string): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const used = await writeModules(join(folder, 'dist'));
  for (const path of [...ASSETS, ...READ])
    cpSync(join(ROOT, 'packages/image-engine', path), join(folder, 'dist/image-engine', path), {
      recursive: true,
    });
  const bin = readFileSync(join(ROOT, 'packages/cli/bin/packshot.mjs'), 'utf8');
  writeFileSync(join(folder, 'bin/packshot.mjs'), bin.replace('../src/main.ts', '../dist/cli/src/main.js'), {
    mode: 0o755,
  });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(ROOT, 'docs/cli.md'), join(folder, 'README.md'));
  writeManifest(folder, used);
}

function writeManifest(folder: string, used: readonly string[]): void {
  const root = readManifest('.');
  const knownVersions = Object.assign(
    {},
    ...PACKAGES.map((name) => readManifest(`packages/${name}`).dependencies),
  ) as Record<string, string>;
  const manifest = {
    name: 'packshot',
    version: root.version,
    description:
      'Product pictures on the command line: cut out, compose, edit, enlarge and describe, on this machine.',
    license: root.license,
    type: 'module',
    bin: { packshot: 'bin/packshot.mjs' },
    engines: root.engines,
    dependencies: Object.fromEntries(used.map((name) => [name, knownVersions[name] ?? ''])),
    optionalDependencies: root.optionalDependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Writes the modules.
 * @returns npm packages that the modules import
 */
async function writeModules(folder: string): Promise<readonly string[]> {
  const started = globSync('packages/image-engine/src/**/*-{process,thread}.ts', {
    cwd: ROOT,
    exclude: (path) => path.includes('testing'),
  });
  const bundle = await rolldown({
    cwd: ROOT,
    input: ['packages/cli/src/main.ts', ...started],
    platform: 'node',
    external: (id) => !/^(?:[./]|@packshot\/)/.test(id),
    plugins: [startedAsJavaScript],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: join(ROOT, 'packages'),
    entryFileNames: '[name].js',
  });
  await bundle.close();
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  const dependencyNames = PACKAGES.flatMap((name) =>
    Object.keys(readManifest(`packages/${name}`).dependencies),
  );
  return [...new Set(dependencyNames)]
    .filter((name) => !name.startsWith('@packshot/'))
    .filter((name) =>
      ["'", '"', '`'].some(
        (quote) => code.includes(`${quote}${name}${quote}`) || code.includes(`${quote}${name}/`),
      ),
    )
    .toSorted();
}

/**
 * Build plugin that renames the programs of processes and threads, which a module starts by URL, from `.ts` to `.js`.
 */
const startedAsJavaScript: Plugin = {
  name: 'started-as-javascript',
  transform: (code) => code.replaceAll(/(new URL\('\.\/[a-z-]+)\.ts(', import\.meta\.url\))/g, '$1.js$2'),
};
