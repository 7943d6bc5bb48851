import { makeZip } from 'client-zip';

export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly body: AsyncIterable<Uint8Array> | string;
}

/**
 * Generates a ZIP archive while it is read. Each entry is requested after the previous one was consumed, so that none
 * stays in memory.
 */
export type Zip = (entries: AsyncGenerator<ZipEntry>) => AsyncIterable<Uint8Array>;

/** Stores files uncompressed, since pictures are compressed already. Uses ZIP64 above 4 GB. */
export const zip: Zip = async function* (entries) {
  async function* files() {
    for await (const { name, modifiedAt, body } of entries) {
      yield { name, lastModified: modifiedAt, input: body };
    }
  }
  const reader = makeZip(files()).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Stops the ZIP library if the consumer stopped early. Canceling makes the library's source throw an error, which
    // is ignored. After the end of the ZIP, canceling has no effect.
    await reader.cancel().catch(() => undefined);
    // Closes the source, which releases the file being read if the consumer stopped early.
    await entries.return(undefined);
  }
};
