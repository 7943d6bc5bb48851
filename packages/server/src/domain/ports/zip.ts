/** One file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly body: AsyncIterable<Uint8Array> | string;
}

/** Makes a ZIP while it is read: an entry is asked for when the one before it has been taken, and none is kept in memory. */
export type Zip = (entries: AsyncGenerator<ZipEntry>) => AsyncIterable<Uint8Array>;
