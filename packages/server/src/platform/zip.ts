import { makeZip } from 'client-zip';

/** One file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly body: AsyncIterable<Uint8Array> | string;
}

/** Produces a ZIP while it is being read. Each entry is requested after the previous one was consumed, so none stays in memory. */
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
    // Canceling the reader throws an error into its source, which then comes back out. Has no effect after the end.
    await reader.cancel().catch(() => undefined);
    // A reader that stops early releases the object being read.
    await entries.return(undefined);
  }
};
