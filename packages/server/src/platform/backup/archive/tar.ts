import { createTarDecoder } from 'modern-tar';
import type { TarHeader } from 'modern-tar';
import { BackupError } from './backup-error.ts';

export interface TarEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** Kept as the extended attribute in which desktops keep it too. */
  readonly contentType?: string;
}

export interface TarEntryWithBytes extends TarEntry {
  /** The caller reads them to their end before the next entry. */
  readonly bytes: AsyncGenerator<Uint8Array>;
}

const NAME_BYTES = 100;
const TYPE_ATTRIBUTE = 'SCHILY.xattr.user.mime_type';

export const tarHeader = ({ name, sizeBytes, contentType }: TarEntry, modified: Date): TarHeader => ({
  name,
  size: sizeBytes,
  mode: 0o600,
  mtime: modified,
  pax: {
    // Releases up to 0.2.0 don't read the prefix that a ustar header has for long names.
    ...(Buffer.byteLength(name) > NAME_BYTES && { path: name }),
    ...(contentType !== undefined && { [TYPE_ATTRIBUTE]: contentType }),
  },
});

/**
 * The entries of a tar. Only plain files are taken: no links, devices or folders, so nothing in it can lead elsewhere.
 * @param tar its errors are thrown as they are
 * @throws BackupError for any other entry, and for a damaged tar
 */
export async function* tarEntries(tar: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntryWithBytes> {
  let [hasFailed, failure]: [boolean, unknown] = [false, null];
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* tar;
    } catch (error) {
      [hasFailed, failure] = [true, error];
      throw error;
    }
  }
  async function* readable<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          throw hasFailed ? failure : new BackupError('The archive is damaged.', { cause });
        });
        if (done) return;
        yield value;
      }
    } finally {
      void reader.cancel().catch(() => undefined);
    }
  }
  const decoder = createTarDecoder({ strict: true });
  const writer = decoder.writable.getWriter();
  async function feed(): Promise<void> {
    for await (const chunk of watched()) await writer.write(chunk);
    await writer.close();
  }
  void feed().catch((error: unknown) => writer.abort(error));
  for await (const { header, body } of readable(decoder.readable)) {
    const { name, size, type, pax } = header;
    if (type !== 'file') throw new BackupError(`The archive holds something that is no plain file: ${name}`);
    const contentType = pax?.[TYPE_ATTRIBUTE];
    yield { name, sizeBytes: size, bytes: readable(body), ...(contentType !== undefined && { contentType }) };
  }
}
