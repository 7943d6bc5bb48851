import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAgentFiles } from './agent-files.ts';

let root: string;
let photos: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'packshot-files-')));
  photos = join(root, 'photos');
  mkdirSync(join(photos, 'deep'), { recursive: true });
  writeFileSync(join(root, 'secret.png'), 'secret');
  writeFileSync(join(photos, 'a.png'), 'a');
  writeFileSync(join(photos, 'deep', 'b.png'), 'b');
  writeFileSync(join(photos, '..c.png'), 'c');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const files = (folders: readonly string[] = [photos]) => openAgentFiles(folders, join(root, 'out'));

describe('the files of an agent', () => {
  it('refuses an output folder that is a link to another folder', async () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(photos, 'packshot'));
    await expect(openAgentFiles([photos], join(photos, 'packshot'))).rejects.toThrow('is a link to another');
    rmSync(join(photos, 'packshot'));
    const { pathFor } = await openAgentFiles([photos], join(photos, 'packshot'));
    expect(await pathFor('mug', 'png')).toBe(join(photos, 'packshot', 'mug.png'));
  });

  it('reads files below the allowed folders', async () => {
    const { read } = await files([join(photos, 'deep'), photos]);
    const text = async (path: string) => Buffer.from((await read(path)).bytes).toString();
    expect(await text('deep/b.png')).toBe('b');
    expect(await text('b.png')).toBe('b');
    expect(await text(join(photos, 'a.png'))).toBe('a');
    expect(await text(`file://${photos}/a.png`)).toBe('a');
    expect(await text('./a.png')).toBe('a');
  });

  it('refuses files outside of the folders, and links to them', async () => {
    symlinkSync(join(root, 'secret.png'), join(photos, 'link.png'));
    symlinkSync(root, join(photos, 'way'));
    symlinkSync(join(photos, 'a.png'), join(photos, 'inside.png'));
    mkdirSync(join(root, 'photos-2'));
    writeFileSync(join(root, 'photos-2', 'a.png'), 'other');
    const { read } = await files();
    const outside = [
      join(root, 'secret.png'),
      '../secret.png',
      'deep/../../secret.png',
      `${photos}/deep/../../secret.png`,
      'link.png',
      'inside.png',
      'way/secret.png',
      join(root, 'photos-2', 'a.png'),
      `file://${root}/secret.png`,
      'file://elsewhere/secret.png',
      photos,
      root,
      join(root, 'none.png'),
      '/',
      'a.png\0',
    ];
    for (const path of outside)
      await expect(read(path), path).rejects.toMatchObject({
        code: 'FILE_OUTSIDE',
        message: expect.not.stringContaining('secret'),
      });
  });

  it('sanitizes output names, and never reuses a name that is taken', async () => {
    const { pathFor } = await files();
    const out = join(root, 'out');
    expect(await pathFor('mug', 'png')).toBe(join(out, 'mug.png'));
    expect(await pathFor('mug', 'png')).toBe(join(out, 'mug-2.png'));
    writeFileSync(join(out, 'cup.png'), '');
    expect(await pathFor('cup', 'png')).toBe(join(out, 'cup-2.png'));
    expect(await pathFor('../../etc/passwd', 'png')).toBe(join(out, 'etc-passwd.png'));
    expect(await pathFor('杯子', 'png')).toBe(join(out, '杯子.png'));
    expect(await pathFor('...', 'png')).toBe(join(out, 'picture.png'));
  });
});
