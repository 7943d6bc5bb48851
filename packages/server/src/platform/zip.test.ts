import { describe, expect, it } from 'vitest';
import type { ZipEntry } from './zip.ts';
import { readZip } from '../testing/read-zip.ts';
import { zip } from './zip.ts';

const MODIFIED_AT = new Date('2026-02-03T04:05:06Z');
const CHUNK = new Uint8Array(64 * 1024).fill(7);

/** Creates files of 1 MB each; records how many chunks were read, and whether reading stopped early. */
function watchedFiles(count: number) {
  const observed = { chunks: 0, isLeft: false };
  async function* body() {
    for (let chunk = 0; chunk < 16; chunk += 1) {
      observed.chunks += 1;
      yield CHUNK;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let file = 0; file < count; file += 1) {
        yield { name: `${file}.png`, modifiedAt: MODIFIED_AT, body: body() };
      }
    } finally {
      observed.isLeft = true;
    }
  }
  return { observedFiles: observed, entries: entries() };
}

describe('a ZIP that is generated while it is read', () => {
  it('contains texts and streams under names of any script', async () => {
    const { entries } = watchedFiles(2);
    async function* all(): AsyncGenerator<ZipEntry> {
      yield { name: 'Überblick 写真.txt', modifiedAt: MODIFIED_AT, body: 'Hello' };
      yield* entries;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip(all())) chunks.push(chunk);
    const files = readZip(Buffer.concat(chunks));
    expect([...files.keys()]).toEqual(['Überblick 写真.txt', '0.png', '1.png']);
    expect(files.get('1.png')).toHaveLength(16 * CHUNK.length);
  });

  it('reads its sources only as far as the client reads, and releases them when the client stops', async () => {
    const { observedFiles, entries } = watchedFiles(1000);
    let byteCount = 0;
    for await (const chunk of zip(entries)) {
      byteCount += chunk.length;
      if (byteCount > 20 * CHUNK.length) break;
    }
    expect(observedFiles.chunks).toBeLessThan(30);
    expect(observedFiles.isLeft).toBe(true);
  });

  it('fails when one of its files fails', async () => {
    async function* brokenEntries(): AsyncGenerator<ZipEntry> {
      async function* body() {
        yield CHUNK;
        throw new Error('The disk is gone');
      }
      yield { name: 'a.png', modifiedAt: MODIFIED_AT, body: body() };
    }
    await expect(async () => {
      for await (const _chunk of zip(brokenEntries())) void _chunk;
    }).rejects.toThrow('The disk is gone');
  });
});
