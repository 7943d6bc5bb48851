import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digitalSourceFor, ERRORS } from '@packshot/contract';
import { probeImageHeader, stepsIn } from '@packshot/image-engine/pixels';
import { createStep } from '@packshot/image-engine/provenance';
import { readCredentials } from '@packshot/image-engine/testing/credentials';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFolder, FIXTURES, parseJsonLines } from './testing/command.ts';
import type { CommandFolder, CommandResult } from './testing/command.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a run on a folder of photos', () => {
  let folder: CommandFolder;
  let interrupted: CommandResult;
  let partsLeft: readonly string[];
  let resumed: CommandResult;
  let again: CommandResult;
  let edited: CommandResult;
  const COMMAND = ['cutout', 'photos', '--recursive', '--out', 'done/', '--json'];
  const file = (...parts: string[]): string => join(folder.path, ...parts);

  beforeAll(async () => {
    folder = commandFolder();
    mkdirSync(file('photos', 'more'), { recursive: true });
    copyFileSync(join(FIXTURES, 'mug.png'), file('photos', '1-mug.png'));
    copyFileSync(join(FIXTURES, 'watch.png'), file('photos', 'more', '2-watch.png'));
    writeFileSync(file('photos', '3-broken.jpg'), 'no picture at all');
    writeFileSync(file('photos', 'notes.txt'), 'not looked at');
    interrupted = await folder.run(COMMAND, { onOutput: () => 'SIGINT' });
    partsLeft = readdirSync(file('done'), { recursive: true }).map(String);
    // Simulates the partial file that a killed process leaves in its output folder.
    mkdirSync(file('done', 'more'), { recursive: true });
    writeFileSync(file('done', 'more', '.2-watch.png.2147483646-0123abcd.packshot-part'), 'half');
    resumed = await folder.run(COMMAND);
    again = await folder.run(['cutout', 'photos/1-mug.png', '--out', 'done/{name}.{ext}', '--format', 'png']);
    const mask = ['--mask', 'done/{name}.png', '--prompt', 'make it dark green'];
    edited = await folder.run(['edit', 'photos/1-mug.png', ...mask, '--out', 'green.png', '--json']);
  });
  afterAll(() => folder[Symbol.dispose]());

  it('leaves no half-written file when it is interrupted', () => {
    expect(interrupted.code).toBe(130);
    expect(parseJsonLines(interrupted)[0]).toMatchObject({ input: 'photos/1-mug.png', status: 'done' });
    expect(partsLeft.filter((name) => name.includes('packshot-part'))).toEqual([]);
    for (const { output } of parseJsonLines(interrupted).filter(({ status }) => status === 'done'))
      expect(statSync(file(String(output))).size).toBeGreaterThan(10_000);
  });

  it('resumes where it stopped, and skips results of the same photo and settings', () => {
    const [first] = parseJsonLines(resumed);
    expect(first).toEqual({
      input: 'photos/1-mug.png',
      output: 'done/1-mug.png',
      status: 'skipped',
      skipped: 'same',
    });
    expect(again).toMatchObject({ code: 0 });
    expect(again.output.toString()).toBe(
      'photos/1-mug.png → done/1-mug.png  is there already: the same photo, the same settings\n',
    );
    expect(readdirSync(file('done'), { recursive: true }).map(String).toSorted()).toEqual([
      '1-mug.png',
      'more',
      join('more', '2-watch.png'),
    ]);
  });

  it('continues after a broken photo, and reports the engine’s message for the photo', () => {
    expect(resumed.code).toBe(1);
    const broken = parseJsonLines(resumed).find(({ input }) => input === 'photos/3-broken.jpg');
    expect(broken).toEqual({
      input: 'photos/3-broken.jpg',
      output: 'done/3-broken.png',
      status: 'failed',
      error: { code: 'UNSUPPORTED_TYPE', message: ERRORS.UNSUPPORTED_TYPE.message },
    });
    expect(parseJsonLines(resumed).map(({ input }) => input)).toEqual([
      'photos/1-mug.png',
      'photos/3-broken.jpg',
      'photos/more/2-watch.png',
    ]);
  });

  it('reports size, hash, confidence and duration of each result', () => {
    const lines = [...parseJsonLines(interrupted), ...parseJsonLines(resumed)];
    const watch = lines.find(({ input, status }) => input === 'photos/more/2-watch.png' && status === 'done');
    const resultFile = readFileSync(file('done', 'more', '2-watch.png'));
    expect(watch).toMatchObject({
      output: 'done/more/2-watch.png',
      sha256: sha256(resultFile),
      size: resultFile.length,
      width: 160,
      height: 136,
      signed: true,
      confidence: expect.closeTo(0.94, 1) as number,
      doubts: expect.any(Array) as unknown[],
      ms: expect.any(Number) as number,
    });
  });

  it('edits each photo with the mask that has the photo’s name', () => {
    expect(parseJsonLines(edited)[0]).toMatchObject({ status: 'done', output: 'green.png', width: 220 });
    const steps = stepsIn(readFileSync(file('green.png')))?.steps ?? [];
    expect(steps.map(({ tool }) => tool)).toEqual(['magic']);
  });

  it('embeds provenance like the server’s in each file, and signs it', async () => {
    const photo = readFileSync(file('photos', '1-mug.png'));
    const resultFile = readFileSync(file('done', '1-mug.png'));
    const embeddedProvenance = stepsIn(resultFile);
    expect(embeddedProvenance).toMatchObject({
      original: { sha256: sha256(photo), type: 'image/png' },
      steps: [createStep({ tool: 'cut-out' }, { effect: 'alter' }, null)],
    });
    expect(embeddedProvenance && digitalSourceFor(embeddedProvenance)).toBe('algorithmicallyEnhanced');
    const read = await readCredentials(resultFile);
    expect(read.state).toBe('Valid');
    expect(Object.keys(read.assertions)).toContain('packshot.recipe');
  });
});

describe('a run on one photo', () => {
  let folder: CommandFolder;
  beforeAll(() => {
    folder = commandFolder();
    copyFileSync(join(FIXTURES, 'mug.png'), join(folder.path, 'mug.png'));
  });
  afterAll(() => folder[Symbol.dispose]());

  it('converts a photo from standard input to another format on standard output, and embeds the editing steps', async () => {
    const input = await sharp(join(FIXTURES, 'mug.png')).resize(110, 97).png().toBuffer();
    const { code, output, errors } = await folder.run(
      ['upscale', '-', '--factor', '2', '--format', 'webp', '--json'],
      { input },
    );
    expect(code).toBe(0);
    expect(probeImageHeader(output, output.length)).toMatchObject({
      format: 'webp',
      widthPx: 220,
      heightPx: 194,
    });
    expect(stepsIn(output)?.steps.map(({ tool }) => tool)).toEqual(['upscale']);
    expect(JSON.parse(errors)).toMatchObject({
      input: 'standard input',
      status: 'done',
      sha256: sha256(output),
    });
  });

  it('places the photo in a set, and names the set in the file', async () => {
    const args = ['scene', 'mug.png', '--set', 'citrus-kitchen', '--out', '{name}-{n}.jpg', '--json'];
    const [line] = parseJsonLines(await folder.run(args));
    expect(line).toMatchObject({ status: 'done', output: 'mug-1.jpg', width: 1024, signed: true });
    const [step] = stepsIn(readFileSync(join(folder.path, 'mug-1.jpg')))?.steps ?? [];
    expect(step).toMatchObject({
      tool: 'scene',
      effect: 'put-on-set',
      ingredient: { kind: 'studio-set' },
      parameters: { seed: 1, set: 'citrus-kitchen' },
    });
  });

  it('places a second product beside the photo’s product, and notices when its file has changed', async () => {
    const placement = '{"centerX":0.3,"centerY":0.6,"width":0.2,"rotationDeg":0,"isFlipped":false}';
    const args = ['scene', 'mug.png', '--prompt', 'oak', '--placement', placement, '--json', '--out'];
    const several = [...args, 'several.png', '--beside', 'pot.png@0.7,0.6,0.2'];
    const pot = join(folder.path, 'pot.png');
    copyFileSync(join(FIXTURES, 'mug.png'), pot);
    expect((await folder.run(several)).code).toBe(0);
    const { data, info } = await sharp(join(folder.path, 'several.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    /** Largest difference between two positions' samples. */
    const difference = (one: number, other: number): number => {
      const at = (x: number) => (Math.round(0.6 * info.height) * info.width + Math.round(x * info.width)) * 3;
      return Math.max(
        ...[0, 1, 2].map((c) => Math.abs((data[at(one) + c] ?? 0) - (data[at(other) + c] ?? 0))),
      );
    };
    // Both places show the same product, whose light differs slightly, with the set between them.
    expect(difference(0.3, 0.7)).toBeLessThan(30);
    expect(difference(0.3, 0.5)).toBeGreaterThan(40);
    expect(difference(0.7, 0.5)).toBeGreaterThan(40);
    expect(parseJsonLines(await folder.run(several))).toMatchObject([{ skipped: 'same' }]);
    copyFileSync(join(FIXTURES, 'speaker.png'), pot);
    expect(parseJsonLines(await folder.run(several))).toMatchObject([{ skipped: 'exists' }]);
  });

  it('names the file of a further product that is refused', async () => {
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#096309' } })
      .png()
      .toFile(join(folder.path, 'photo.png'));
    writeFileSync(join(folder.path, 'words.png'), 'just some words');
    const beside = (name: string) =>
      folder.run(['scene', 'mug.png', '--prompt', 'oak', '--out', 'no.png', '--json', '--beside', name]);
    expect(parseJsonLines(await beside('photo.png'))).toMatchObject([
      {
        error: {
          code: 'BESIDE_NOT_CUT_OUT',
          message: `photo.png: ${ERRORS.BESIDE_NOT_CUT_OUT.message}`,
          param: 'image_2',
        },
      },
    ]);
    const { code, errors } = await beside('words.png');
    expect([code, errors]).toEqual([
      2,
      `packshot: the product words.png: ${ERRORS.UNSUPPORTED_TYPE.message}\n`,
    ]);
  });

  it('blames a missing mask, not the photo', async () => {
    const masked = await folder.run(['edit', 'mug.png', '--mask', 'none.png', '--out', 'edited.png']);
    expect([masked.code, masked.errors]).toEqual([
      1,
      expect.stringContaining('The mask none.png: There is no such file.'),
    ]);
  });

  it('never overwrites the mask, even with --force', async () => {
    const mask = join(folder.path, 'mug-mask.png');
    copyFileSync(join(FIXTURES, 'mug.png'), mask);
    const args = ['edit', 'mug.png', '--mask', '{name}-mask.png', '--out', '{name}-mask.png', '--force'];
    const { code, errors } = await folder.run(args);
    expect(code).toBe(1);
    expect(errors).toContain(
      'Its result would be written over the mask mug-mask.png: masks stay as they are.',
    );
    expect(readFileSync(mask)).toEqual(readFileSync(join(FIXTURES, 'mug.png')));
  });
});

describe('usage errors', () => {
  const wrong = async (...args: string[]) => {
    using folder = commandFolder();
    const { code, errors, output } = await folder.run(args);
    return { code, errors, output: output.toString() };
  };

  it('reports a usage error before the work begins, with the nearest option', async () => {
    expect(await wrong('cutout', 'a.png', '--fromat', 'png')).toEqual({
      code: 2,
      errors: 'packshot: there is no option --fromat; did you mean --format?\n',
      output: '',
    });
  });

  it('reports a usage error before it looks for photos', async () => {
    const server = ['--server', 'https://studio.example', '--key', 'pk_live_00000000'];
    expect(
      await wrong('scene', 'none.png', ...server, '--format', 'jpeg', '--reference', 'none.png'),
    ).toEqual({
      code: 2,
      errors: 'packshot: results of a server are PNGs: jpeg is written by --local runs alone\n',
      output: '',
    });
  });

  it.each([
    [['--beside', 'missing.png'], "the product missing.png can't be used. There is no such file."],
    [
      ['--beside', 'a.png@0.5,0.5,9'],
      '--beside cannot have the placement "0.5,0.5,9"; it is X,Y,WIDTH, like 0.7,0.6,0.2',
    ],
    [Array.from({ length: 6 }, () => ['--beside', 'a.png']).flat(), '--beside is possible 5 times'],
  ])('reports a further product that can’t be used: %j', async (beside, errors) => {
    expect(await wrong('scene', 'none.png', '--prompt', 'marble', ...beside)).toEqual({
      code: 2,
      errors: `packshot: ${errors}\n`,
      output: '',
    });
  });

  it('reports a reference that can’t be read', async () => {
    expect(await wrong('scene', 'none.png', '--prompt', 'marble', '--reference', 'missing.png')).toEqual({
      code: 2,
      errors: "packshot: the reference missing.png can't be used. There is no such file.\n",
      output: '',
    });
  });
});
