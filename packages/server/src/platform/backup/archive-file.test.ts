import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedRandom } from '../../testing/seeded.ts';
import { startFailingFiles } from '../objects/testing/failing-files.ts';
import { BackupError } from './archive/backup-error.ts';
import { BACKUP_VERSION, HEADER_NAME } from './archive/manifest.ts';
import { readArchive } from './archive/read-archive.ts';
import { withTrailer } from './archive/trailer.ts';
import type { ArchiveToWrite, EntryToWrite, ManifestContent } from './archive/write-archive.ts';
import { writeArchiveFile } from './archive-file.ts';

const CREATED = new Date('2026-11-24T03:00:00.000Z');
const PASSPHRASE = 'three wrens on a wire';
const LONG_NAME = `objects/${'folder/'.repeat(40)}picture-é.png`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  format: 'packshot-backup' as const,
  version: BACKUP_VERSION,
  createdAt: CREATED.toISOString(),
};
const MANIFEST: ManifestContent = {
  ...header,
  product: '0.1.0',
  postgres: '18.4',
  migratedTo: 1,
  database: 'database/1/',
  tables: [{ name: 'users', columns: ['id'], rows: 0 }],
  objects: { count: 2, sizeBytes: 20_003 },
  missing: [],
};
const BIG = randomBytes(20_000);
const FILES: readonly (readonly [string, Buffer])[] = [
  [HEADER_NAME, Buffer.from(JSON.stringify(header))],
  ['objects/small.png', Buffer.from('abc')],
  [LONG_NAME, BIG],
  ['database/1/users/00000000.copy', Buffer.alloc(0)],
];

function createArchive(
  files: readonly (readonly [string, Buffer])[] = FILES,
  passphrase: string | null = null,
): ArchiveToWrite {
  async function* entries(): AsyncGenerator<EntryToWrite> {
    for (const [name, bytes] of files) {
      yield { name, sizeBytes: bytes.byteLength, contentType: 'image/png', bytes: [bytes] };
    }
  }
  return { createdAt: CREATED, entries: entries(), manifest: () => MANIFEST, passphrase };
}

async function writeArchive(passphrase: string | null = null): Promise<string> {
  const file = join(folder, `backup-${String(passphrase !== null)}`);
  await writeArchiveFile(file, createArchive(FILES, passphrase));
  return file;
}

async function contents(file: string, passphrase: string | null = null): Promise<Map<string, Buffer>> {
  const bytesByName = new Map<string, Buffer>();
  await readArchive({ file, passphrase }, async ({ name, contentType }, bytes) => {
    expect(contentType).toBe('image/png');
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    bytesByName.set(name, Buffer.concat(parts));
  });
  return bytesByName;
}

describe('a backup archive', () => {
  it.each([null, PASSPHRASE])('returns the stored files (passphrase: %s)', async (passphrase) => {
    const file = await writeArchive(passphrase);
    expect(await contents(file, passphrase)).toEqual(new Map(FILES.slice(1)));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is readable by tar, and its hashes by sha256sum', async () => {
    const file = await writeArchive();
    execFileSync('tar', ['--zstd', '-xf', file, '-C', folder], { stdio: 'ignore' });
    expect(await readFile(join(folder, LONG_NAME))).toEqual(BIG);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
  });

  it('can be read if release 0.2.0 wrote it', async () => {
    const file = join(import.meta.dirname, '../../testing/fixtures/backup-0.2.0.tar.zst');
    expect(await contents(file)).toEqual(
      new Map([...FILES.slice(1, 2), [LONG_NAME, Buffer.from('def')], ...FILES.slice(3)]),
    );
  });

  it('stores long names in a way that release 0.2.0 can read', async () => {
    const tar = zstdDecompressSync(await readFile(await writeArchive()));
    expect(tar.includes(` path=${LONG_NAME}\n`)).toBe(true);
  });

  it.each(['symlink', 'link', 'directory', 'fifo', 'character-device'] as const)(
    'is refused when it holds a %s',
    async (type) => {
      const [name, body] = FILES[0] ?? ['', Buffer.alloc(0)];
      const tar = await packTar([
        { header: { name, size: body.byteLength }, body },
        { header: { name: 'objects/x', type, size: 0, linkname: '/etc/passwd' } },
      ]);
      const open = () => withTrailer(Readable.from([zstdCompressSync(tar)]));
      const reading = readArchive({ file: 'backup', passphrase: null, open });
      await expect(reading).rejects.toThrow('something that is no plain file: objects/x');
    },
  );

  it.each([null, PASSPHRASE])(
    'is refused when any bit was changed, or when it was cut short or extended (passphrase: %s)',
    async (passphrase) => {
      const whole = await readFile(await writeArchive(passphrase));
      const file = join(folder, 'changed');
      const random = seedRandom(20);
      const damages = [
        whole.subarray(0, -1),
        whole.subarray(0, 100),
        Buffer.alloc(0),
        Buffer.concat([whole, Buffer.from([0])]),
        Buffer.concat([whole, whole]),
        ...Array.from({ length: passphrase === null ? 40 : 12 }, (_, at) => {
          const changed = Buffer.from(whole);
          // Damages the first and last bytes too, which hold headers and checksums.
          const place = at < 6 ? (at * 7) % 40 : at < 12 ? whole.length - 1 - (at - 6) * 9 : null;
          const byte = place ?? Math.floor(random() * whole.length);
          changed[byte] = (changed[byte] ?? 0) ^ (1 << Math.floor(random() * 8));
          return changed;
        }),
      ];
      for (const [at, bytes] of damages.entries()) {
        await writeFile(file, bytes);
        await expect(readArchive({ file, passphrase }), `damage ${String(at)}`).rejects.toThrow(BackupError);
      }
    },
  );

  it('is read without a Node warning, however many chunks it has', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const file = join(folder, 'large');
    const large = [...FILES, ['objects/large.png', randomBytes(24 * 1024 * 1024)] as const];
    await writeArchiveFile(file, createArchive(large));
    // Waits one tick, because Node reports a warning only then.
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('is refused without its passphrase, or with a wrong one', async () => {
    const file = await writeArchive(PASSPHRASE);
    await expect(readArchive({ file, passphrase: null })).rejects.toThrow('is encrypted');
    await expect(readArchive({ file, passphrase: 'another long one' })).rejects.toThrow('passphrase is not');
  });

  it.each([
    '../out',
    '/etc/passwd',
    'objects/../../out',
    'objects//x',
    String.raw`objects\..\x`,
    'secrets/.bashrc',
  ])('is refused when an entry’s name leads outside the target folder: %s', async (name) => {
    const files = [...FILES, [name, Buffer.from('x')] as const];
    await expect(writeArchiveFile(join(folder, 'bad'), createArchive(files))).rejects.toThrow(
      'lead elsewhere',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused when it is from a newer release, or isn’t a backup', async () => {
    const newer = Buffer.from(JSON.stringify({ ...header, version: BACKUP_VERSION + 1 }));
    const writtenArchive = writeArchiveFile(join(folder, 'newer'), createArchive([[HEADER_NAME, newer]]));
    await expect(writtenArchive).rejects.toThrow('A newer release');
    await expect(readArchive({ file: import.meta.filename, passphrase: null })).rejects.toThrow(
      'is not a backup',
    );
  });

  it('never replaces an existing file', async () => {
    const file = await writeArchive();
    const before = await readFile(file);
    await expect(writeArchiveFile(file, createArchive())).rejects.toThrow('is there already');
    expect(await readFile(file)).toEqual(before);
  });

  it('is written completely or not at all, whichever disk call fails', async () => {
    const file = join(folder, 'backup');
    const disk = await startFailingFiles(folder);
    let failures = 0;
    try {
      for (let nth = 1; ; nth++) {
        disk.failAt(nth, 'ENOSPC');
        const failed = await writeArchiveFile(file, createArchive()).then(
          () => null,
          (error: unknown) => error,
        );
        const hasFailed = disk.calls.length >= nth;
        disk.heal();
        const names = await readdir(folder);
        if (names.includes('backup')) await readArchive({ file, passphrase: null });
        else expect(failed).not.toBeNull();
        await rm(file, { force: true });
        if (!hasFailed) break;
        if (failed !== null) failures += 1;
      }
    } finally {
      disk.restore();
    }
    expect(failures).toBeGreaterThan(4);
  });
});
