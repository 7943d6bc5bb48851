/** One file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly body: AsyncIterable<Uint8Array> | string;
}

/**
 * Produces a ZIP while it is being read. Each entry is requested after the previous one was consumed, and
 * none is kept in memory.
 */
export type Zip = (entries: AsyncGenerator<ZipEntry>) => AsyncIterable<Uint8Array>;
