import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { INTERFACE_LANGUAGES } from '@packshot/contract/text/interface-languages';
import { describe, expect, it } from 'vitest';

const DIST = new URL('../../dist/', import.meta.url);
const LANDING_ENTRIES = ['index.html', 'src/features/home/index.tsx'] as const;
/** Size limit of the scripts that must load before the landing page is usable: bytes after brotli. */
const LANDING_SCRIPT_BUDGET_BYTES = 100_000;
const CREATE_ENTRIES = ['index.html', 'src/features/studio/index.tsx'] as const;
/** Size limit of the scripts that must load before the user can choose a photo: bytes after brotli. */
const CREATE_SCRIPT_BUDGET_BYTES = 107_000;
const STUDIO_ENTRIES = [...CREATE_ENTRIES, 'src/features/studio/shell/studio-part.tsx'] as const;
/** Entry modules of the components that the studio shows for an open picture. */
const DESK_ENTRIES = ['src/features/studio/shell/desk.tsx', 'src/features/studio/tools/parts.ts'] as const;
/** Size limit of the scripts that the studio loads in the background while no photo is open: bytes after brotli. */
const STUDIO_SCRIPT_BUDGET_BYTES = 265_000;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
type ViteManifest = Readonly<Record<string, ManifestChunk>>;

const isBuilt = existsSync(new URL('.vite/manifest.json', DIST));
const read = (path: string) => readFileSync(new URL(path, DIST));

/** Files of the entries, and all files that they import statically. */
function filesNeededBy(manifest: ViteManifest, entries: readonly string[]): Set<string> {
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The manifest has no ${name}`);
    if (visited.has(chunk.file)) return;
    visited.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return visited;
}

const classicScripts = (html: string): string[] =>
  [...html.matchAll(/<script src="\/([^"]+)"/g)].flatMap(([, path]) => (path === undefined ? [] : [path]));

const weighFiles = (files: readonly string[]) =>
  files.map((file) => [file, brotliCompressSync(read(file)).length] as const);
const sum = (sizes: ReturnType<typeof weighFiles>): number =>
  sizes.reduce((total, [, size]) => total + size, 0);

// Skipped without a build, because there is nothing to measure.
describe.skipIf(!isBuilt)('the built landing page', () => {
  const html = isBuilt ? read('index.html').toString() : '';
  const manifest = isBuilt ? (JSON.parse(read('.vite/manifest.json').toString()) as ViteManifest) : {};

  it(`the landing page needs less than ${LANDING_SCRIPT_BUDGET_BYTES} bytes of compressed script`, () => {
    const sizes = weighFiles([...filesNeededBy(manifest, LANDING_ENTRIES), ...classicScripts(html)]);
    const totalBytes = sum(sizes);
    expect(totalBytes, JSON.stringify(sizes)).toBeLessThan(LANDING_SCRIPT_BUDGET_BYTES);
    expect(totalBytes, 'a landing page without React is not what was meant to be weighed').toBeGreaterThan(
      50_000,
    );
  });

  it(`the landing page needs less than ${LANDING_SCRIPT_BUDGET_BYTES} bytes in each language`, () => {
    const folders = readdirSync(new URL('assets/', DIST)).filter((name) => /^[a-z]{2}-\w+$/.test(name));
    expect(folders).toHaveLength(Object.keys(INTERFACE_LANGUAGES).length - 1);
    for (const folder of folders) {
      const files = [...filesNeededBy(manifest, LANDING_ENTRIES)].map((file) => {
        const translated = file.replace('assets/', `assets/${folder}/`);
        return existsSync(new URL(translated, DIST)) ? translated : file;
      });
      const sizes = weighFiles([...files, ...classicScripts(html)]);
      expect(files.filter((file) => file.includes(folder)).length, folder).toBeGreaterThan(2);
      expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(LANDING_SCRIPT_BUDGET_BYTES);
    }
  });

  it('the landing page contains neither schemas nor dialogs nor the studio', () => {
    const source = [...filesNeededBy(manifest, LANDING_ENTRIES)]
      .map((file) => read(file).toString())
      .join('\n');
    expect(source).not.toMatch(/ZodObject|DismissableLayer|bgremove-vs/);
  });

  it('the landing page has no inline script or style, and preloads its one font and its page', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|style="/);
    expect(html).toMatch(/<link rel="preload" as="font"[^>]*inter-latin-wght-normal/);
    expect(html).toMatch(/<link rel="modulepreload"[^>]*\/home-/);
    expect(html).toMatch(/<link rel="preload" as="image"[^>]*mug-scene-blush-/);
  });

  it('the copy for other screens omits the preloads of the landing page', () => {
    const [own, bare] = [html, read('screen.html').toString()].map((page) => page.split('\n'));
    const omittedLines = own?.filter((line) => bare?.includes(line) !== true) ?? [];
    expect(omittedLines.filter((line) => /rel="modulepreload"/.test(line)).length).toBeGreaterThan(0);
    expect(
      omittedLines.every((line) => /rel="modulepreload"|as="image"/.test(line)),
      omittedLines.join('\n'),
    ).toBe(true);
    expect(own?.filter((line) => !omittedLines.includes(line))).toEqual(bare);
  });

  it('the landing page’s scripts have compressed copies beside them', () => {
    for (const file of filesNeededBy(manifest, LANDING_ENTRIES)) {
      if (read(file).length < 1024) continue;
      expect(existsSync(new URL(`${file}.br`, DIST)), `${file}.br`).toBe(true);
      expect(existsSync(new URL(`${file}.gz`, DIST)), `${file}.gz`).toBe(true);
    }
  });
});

describe.skipIf(!isBuilt)('the built studio', () => {
  const html = isBuilt ? read('index.html').toString() : '';
  const manifest = isBuilt ? (JSON.parse(read('.vite/manifest.json').toString()) as ViteManifest) : {};

  it(`a photo can be chosen after less than ${CREATE_SCRIPT_BUDGET_BYTES} bytes of compressed script`, () => {
    const sizes = weighFiles([...filesNeededBy(manifest, CREATE_ENTRIES), ...classicScripts(html)]);
    expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(CREATE_SCRIPT_BUDGET_BYTES);
  });

  it('the page of the first screen preloads its scripts, and none of the landing page', () => {
    const page = read('create.html').toString();
    const preloads = [...page.matchAll(/<link rel="modulepreload"[^>]*href="\/([^"]+)"/g)].map(
      ([, file]) => file,
    );
    const entry = manifest['index.html']?.file;
    const needed = [...filesNeededBy(manifest, CREATE_ENTRIES)].filter((file) => file !== entry);
    expect(preloads.toSorted()).toEqual(needed.toSorted());
    expect(page).not.toMatch(/as="image"/);
  });

  it('the first screen contains neither schemas nor dialogs nor the studio', () => {
    const files = filesNeededBy(manifest, CREATE_ENTRIES);
    const source = [...files].map((file) => read(file).toString()).join('\n');
    expect(source).not.toMatch(/ZodObject|DismissableLayer|bgremove-vs/);
    const studio = manifest['src/features/studio/shell/studio-part.tsx']?.file;
    expect(studio !== undefined && !files.has(studio)).toBe(true);
  });

  it(`the studio without a photo needs less than ${STUDIO_SCRIPT_BUDGET_BYTES} bytes of compressed script`, () => {
    const sizes = weighFiles([...filesNeededBy(manifest, STUDIO_ENTRIES), ...classicScripts(html)]);
    expect(sum(sizes), JSON.stringify(sizes)).toBeLessThan(STUDIO_SCRIPT_BUDGET_BYTES);
  });

  it('the studio without a photo doesn’t wait for code of an open picture', () => {
    const first = filesNeededBy(manifest, STUDIO_ENTRIES);
    const source = [...first].map((file) => read(file).toString()).join('\n');
    // Menus and mask brushes aren't part of the first screen.
    expect(source).not.toMatch(/ContextMenuTrigger|MenuSubContent/);
    for (const entry of DESK_ENTRIES) expect(first.has(manifest[entry]?.file ?? entry), entry).toBe(false);
    const all = [...filesNeededBy(manifest, [...STUDIO_ENTRIES, ...DESK_ENTRIES])];
    expect(all.length, 'each file costs a request').toBeLessThan(first.size + 20);
  });
});
