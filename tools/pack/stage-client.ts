/** Builds the npm package of the client: plain JavaScript with its type declarations, one file per module. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { run } from '../check/run.ts';
import { ROOT } from '../launch/settings.ts';

/** Folder of the declarations that the compiler writes (tsconfig.json of the client). */
const DECLARATIONS = join(ROOT, 'node_modules/.types/client');

interface ClientManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}
const readManifest = (folder: string): ClientManifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as ClientManifest;

/**
 * Writes the package's files.
 * @param folder empty or missing folder for the package
 */
export async function stageClient(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  await writeDeclarations(dist);
  const bundle = await rolldown({
    cwd: ROOT,
    input: ['packages/client/src/index.ts'],
    platform: 'neutral',
    // Keeps all code, because the package's exports are its purpose, although no code in it uses them.
    treeshake: false,
  });
  await bundle.write({
    dir: dist,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: join(ROOT, 'packages/client/src'),
    entryFileNames: '[name].js',
  });
  await bundle.close();
  cpSync(join(ROOT, 'packages/client/README.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const { name, version, license } = readManifest('packages/client');
  const manifest = {
    name,
    version,
    description:
      'Product pictures by the public API of Packshot: cut out, compose, edit, enlarge and describe.',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    engines: readManifest('.').engines,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeDeclarations(dist: string): Promise<void> {
  const { code, output } = await run('tsc', ['-b', 'packages/client'], { cwd: ROOT });
  if (code !== 0) throw new Error(`The client's types do not hold:\n${output}`);
  for (const file of globSync('**/*.d.ts', { cwd: DECLARATIONS })) {
    const place = join(dist, file);
    mkdirSync(dirname(place), { recursive: true });
    const text = readFileSync(join(DECLARATIONS, file), 'utf8');
    // Replaces `.ts` by `.js` in the declarations' imports, because the package contains `.js` files.
    writeFileSync(place, text.replaceAll(/(from ')(\.[^']*)\.ts'/g, "$1$2.js'"));
  }
}
