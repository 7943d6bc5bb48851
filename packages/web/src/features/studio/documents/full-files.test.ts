import { describe, expect, it, vi } from 'vitest';
import { createStudio } from '../shell/studio.ts';
import type { StudioServices } from '../state/services.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { createFullFiles } from './full-files.ts';

const createFiles = (fetchBlob: StudioServices['fetchBlob']) => {
  const studio = createStudio(fakeServices({ fetchBlob }));
  return { files: studio.context.get(createFullFiles), store: studio.store };
};
const at = (url: string) => () => Promise.resolve(url);

describe('full-size files', () => {
  it('downloads a file once for parallel requests, and again for later ones', async () => {
    const file = Promise.withResolvers<Blob>();
    const fetchBlob = vi.fn(() => file.promise);
    const { files } = createFiles(fetchBlob);
    const both = [files.fetch('d', 'r', at('/one')), files.fetch('d', 'r', at('/two'))];
    const other = files.fetch('d', 'other', at('/three'));
    file.resolve(new Blob(['pixels']));
    const [first, second] = await Promise.all(both);
    expect(first).toBe(second);
    await other;
    expect(fetchBlob.mock.calls.map(([url]: unknown[]) => url)).toEqual(['/one', '/three']);
    await files.fetch('d', 'r', at('/four'));
    expect(fetchBlob).toHaveBeenCalledTimes(3);
  });

  it('reports the download progress until the file has arrived or failed', async () => {
    const file = Promise.withResolvers<Blob>();
    const { files, store } = createFiles((_url, onBytes) => {
      onBytes?.(500_000, 2_000_000);
      onBytes?.(500_001, 2_000_000);
      return file.promise;
    });
    const fetched = files.fetch('d', 'r', at('/one'));
    await vi.waitFor(() =>
      expect(store.getState().arriving).toEqual({
        'd/r': { receivedBytes: 500_000, totalBytes: 2_000_000 },
      }),
    );
    file.reject(new Error('Download failed'));
    await expect(fetched).rejects.toThrow('Download failed');
    expect(store.getState().arriving).toEqual({});
  });
});
