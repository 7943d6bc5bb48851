/** Tests real files on disk, which another program changes while the studio has them open. */
import { OWN_MESSAGES } from '@packshot/contract';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { uploadImage } from '../../../lib/files/upload.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { requireDocument, settle } from '../testing/open-studio.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function onDisk(name: string) {
  const path = join(folder, name);
  const bytes = new Uint8Array(await pngFile().arrayBuffer());
  await writeFile(path, bytes);
  const file = new File([await openAsBlob(path)], name, { type: 'image/png' });
  return { file, bytes, rewrite: () => writeFile(path, 'another program was here'), remove: () => rm(path) };
}

describe('a file that changes on disk', () => {
  it('is sent, stored and shown as it was when chosen', async () => {
    const { file, bytes, rewrite } = await onDisk('mug.png');
    const sentFiles: Uint8Array[] = [];
    const upload = vi.fn(async (photo: Blob) => {
      await rewrite();
      sentFiles.push(new Uint8Array(await photo.arrayBuffer()));
      return 'u/1/mug';
    });
    const services = fakeServices({ upload });
    const studio = createStudio(services);
    await studio.takePhoto([file]);
    await settle();
    expect(sentFiles).toEqual([bytes]);
    const storedPhoto = await services.documents.readBlob(requireDocument(studio).id, 'photo');
    expect(new Uint8Array((await storedPhoto?.arrayBuffer()) ?? [])).toEqual(bytes);
  });

  it.each(['rewrite', 'remove'] as const)(
    'isn’t sent after the disk operation “%s”, and the user is asked to choose it again',
    async (change) => {
      const { file, ...disk } = await onDisk(`${change}.png`);
      await disk[change]();
      const upload = vi.fn(async () => 'u/1/mug');
      const services = fakeServices({ upload });
      const studio = createStudio(services);
      await studio.takePhoto([file]);
      expect(services.notices).toEqual([{ type: 'error', message: OWN_MESSAGES.fileChanged }]);
      expect(studio.store.getState().document).toBeNull();
      await studio.batch.runner.add([file, pngFile('other.png')]);
      await settle();
      expect(studio.batch.runner.store.getState().batch?.items[0]?.failure?.message).toBe(
        OWN_MESSAGES.fileChanged,
      );
      expect(upload).not.toHaveBeenCalled();
    },
  );

  it('is reported as changed during an upload, not as a lost connection', async () => {
    const { file, rewrite } = await onDisk('catalog.png');
    await rewrite();
    await expect(uploadImage(file)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: OWN_MESSAGES.fileChanged,
    });
  });
});
