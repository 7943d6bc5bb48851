import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { provenanceAfter, provenanceOfFile, createStep } from '@packshot/image-engine/provenance';
import type { ProvenanceInput } from '@packshot/image-engine/provenance';
import { afterAll, describe, expect, it } from 'vitest';
import type { Photo } from '../photos/find.ts';
import { FIXTURES } from '../testing/command.ts';
import { isExistingResult } from './already.ts';
import { assertNoLinks, outputPath, outputPattern } from './pattern.ts';
import { planOutputs } from './plan.ts';
import { writeWhole } from './write.ts';

const root = mkdtempSync(join(tmpdir(), 'packshot-outputs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const VALUES = { name: 'cup', ext: 'png', n: '1', dir: '', variant: '' };

describe('the output path', () => {
  it('follows a pattern or a folder', () => {
    const path = (out: string, values = {}): string =>
      relative(root, outputPath(outputPattern(join(root, out)), { ...VALUES, ...values })).replaceAll(
        sep,
        '/',
      );
    expect(path('{name}.{ext}')).toBe('cup.png');
    expect(path('out/{dir}/{n}-{name}.webp', { dir: 'a/b', n: '007' })).toBe('out/a/b/007-cup.webp');
    mkdirSync(join(root, 'there'));
    expect(path('there')).toBe('there/cup.png');
    expect(outputPattern(`${root}/new/`)).toEqual({ folder: join(root, 'new'), rest: '{dir}/{name}.{ext}' });
    expect(() => outputPattern('{nmae}.png')).toThrow('--out knows no {nmae}; did you mean {name}?');
  });

  it('stays inside the folder, whatever the names of a photo and its folder are', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', 'a', '../..', '{name}'), fc.string());
    fc.assert(
      fc.property(
        part,
        part,
        fc.constantFrom('{dir}/{name}.{ext}', '{name}', 'x{dir}y/{name}'),
        (dir, name, rest) => {
          const folder = resolve(root, 'inside');
          let path: string;
          try {
            path = outputPath({ folder, rest }, { ...VALUES, dir, name });
          } catch {
            return;
          }
          expect(path.startsWith(folder + sep)).toBe(true);
        },
      ),
    );
    expect(() => outputPath({ folder: root, rest: '{dir}/x.png' }, { ...VALUES, dir: '..' })).toThrow(
      'leads out of',
    );
    expect(() => outputPattern('{name}/../x.png')).toThrow('..');
  });

  it('refuses an output path behind a symbolic link', () => {
    mkdirSync(join(root, 'linked'));
    symlinkSync(tmpdir(), join(root, 'linked', 'away'));
    symlinkSync(join(tmpdir(), 'nothing.png'), join(root, 'linked', 'file.png'));
    const folder = join(root, 'linked');
    expect(() => assertNoLinks(folder, join(folder, 'away', 'x.png'))).toThrow('is a symbolic link');
    expect(() => assertNoLinks(folder, join(folder, 'file.png'))).toThrow('is a symbolic link');
    expect(() => assertNoLinks(folder, join(folder, 'plain.png'))).not.toThrow();
  });
});

describe('the output plan', () => {
  const photo = (file: string): Photo => ({
    path: join(root, 'plan', file),
    label: file,
    dir: '',
    name: file.split('.')[0] ?? '',
  });
  const plan = (files: readonly string[], out: string, mask?: string) => {
    mkdirSync(join(root, 'plan'), { recursive: true });
    for (const file of files)
      if (!existsSync(join(root, 'plan', file))) writeFileSync(join(root, 'plan', file), file);
    const pattern = outputPattern(join(root, 'plan', out));
    const settings = { pattern, suffix: 'cutout', extension: 'png', variants: 1, toStdout: false };
    const resolveMask = (of: Photo): string => join(root, 'plan', (mask ?? '').replace('{name}', of.name));
    return planOutputs(files.map(photo), { ...settings, ...(mask !== undefined && { resolveMask }) });
  };

  it('refuses two photos with one output file', () => {
    expect(() => plan(['cup.jpg', 'cup.heic'], 'out-{name}.png')).toThrow(
      /cup\.jpg and cup\.heic would be written to .*out-cup\.png; tell them apart/,
    );
  });

  it('never overwrites an input photo', () => {
    const problems = (files: readonly string[], out: string) =>
      plan(files, out).items.map(({ outputs }) => outputs[0]?.problem);
    expect(problems(['pot.png'], '{name}.png')).toEqual([
      'Its result would be written over it: photos stay as they are.',
    ]);
    expect(problems(['pot.png', 'pot-cutout.png'], '{name}-cutout.png')).toEqual([
      'Its result would be written over pot-cutout.png: photos stay as they are.',
      undefined,
    ]);
  });

  it('never overwrites the mask of any photo', () => {
    mkdirSync(join(root, 'plan'), { recursive: true });
    for (const mask of ['jar.png', 'lid.png']) writeFileSync(join(root, 'plan', mask), 'mask');
    const problems = (out: string) =>
      plan(['jar.jpg', 'lid.jpg'], out, '{name}.png').items.map(({ outputs }) => outputs[0]?.problem);
    const over = (mask: string) =>
      `Its result would be written over the mask ${relative('.', join(root, 'plan', mask))}: masks stay as they are.`;
    expect(problems('{name}.png')).toEqual([over('jar.png'), over('lid.png')]);
    expect(problems('{name}-edit.png')).toEqual([undefined, undefined]);
  });

  it('leaves out files that are results of other input photos, and refuses a photo as its own output', () => {
    mkdirSync(join(root, 'plan'), { recursive: true });
    const step = createStep({ tool: 'upscale' }, { effect: 'alter' }, null);
    const photoBytes = new Uint8Array(readFileSync(join(FIXTURES, 'mug.png')));
    const provenance = provenanceAfter([provenanceOfFile(photoBytes)], step);
    const result = Buffer.concat(embedXmp(photoBytes, xmpPacket({ altText: '', provenance })));
    for (const file of ['u.png', 'u-x.png', 'u-x-x.png']) writeFileSync(join(root, 'plan', file), result);
    const planFiles = (files: readonly string[], out: string) => {
      const { items, leftOut } = plan(files, out);
      return { leftOut: leftOut.map(({ label }) => label), problem: items[0]?.outputs[0]?.problem };
    };
    expect(planFiles(['u.png'], '{name}.png')).toEqual({
      leftOut: [],
      problem: 'Its result would be written over it: photos stay as they are.',
    });
    expect(planFiles(['u.jpg', 'u.png'], '{name}.png').leftOut).toEqual(['u.png']);
    expect(planFiles(['u.png', 'u-x.png', 'u-x-x.png'], '{name}-x.png').leftOut).toEqual([
      'u-x.png',
      'u-x-x.png',
    ]);
    for (const file of ['1.png', '2.png']) writeFileSync(join(root, 'plan', file), result);
    expect(planFiles(['2.png', '1.png'], '{n}.png')).toEqual({
      leftOut: [],
      problem: 'Its result would be written over 1.png: photos stay as they are.',
    });
  });
});

describe('the atomic file write', () => {
  it('writes the whole file or nothing, and doesn’t replace an existing file without permission', async () => {
    const path = join(root, 'files', 'a.png');
    await writeWhole(path, Buffer.from('one'), false);
    await expect(writeWhole(path, Buffer.from('two'), false)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('one');
    await writeWhole(path, Buffer.from('three'), true);
    expect(readFileSync(path, 'utf8')).toBe('three');
    await expect(writeWhole(join(path, 'b.png'), Buffer.from('x'), false)).rejects.toThrow();
    expect(readdirSync(join(root, 'files'))).toEqual(['a.png']);
    expect(existsSync(join(root, 'files', 'b.png'))).toBe(false);
  });

  it('accepts a name as long as the file system allows, in any script', async () => {
    for (const name of [`${'あ'.repeat(78)}.png`, `a${'😀'.repeat(60)}.png`]) {
      await writeWhole(join(root, 'long', name), Buffer.from('long'), false);
      expect(readFileSync(join(root, 'long', name), 'utf8')).toBe('long');
    }
  });
});

describe('detection of existing results', () => {
  const fixture = (name: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(readFileSync(join(FIXTURES, name)));
  const toolRequest: ProvenanceInput & { readonly factor: number } = { tool: 'upscale', factor: 2 };
  const other: typeof toolRequest = { ...toolRequest, factor: 4 };
  const madeFrom = (photo: Uint8Array) => {
    const step = createStep(toolRequest, { effect: 'alter', parameters: { file: 'c0ffee' } }, null);
    const provenance = provenanceAfter([provenanceOfFile(photo)], step);
    return Buffer.concat(embedXmp(fixture('watch.png'), xmpPacket({ altText: '', provenance })));
  };
  const before = provenanceOfFile(fixture('mug.png'));

  it('compares the photo, the settings and the engine version', () => {
    expect(isExistingResult(madeFrom(fixture('mug.png')), before, toolRequest, 'c0ffee')).toBe(true);
    expect(isExistingResult(madeFrom(fixture('speaker.png')), before, toolRequest, 'c0ffee')).toBe(false);
    expect(isExistingResult(madeFrom(fixture('mug.png')), before, other, 'c0ffee')).toBe(false);
    expect(isExistingResult(madeFrom(fixture('mug.png')), before, toolRequest, 'decaf')).toBe(false);
    expect(isExistingResult(fixture('mug.png'), before, toolRequest, 'c0ffee')).toBe(false);
  });

  it('doesn’t accept a truncated file as an existing result', () => {
    const resultFile = madeFrom(fixture('mug.png'));
    expect(isExistingResult(resultFile.subarray(0, -20), before, toolRequest, 'c0ffee')).toBe(false);
  });
});
