import { BackupError } from './backup-error.ts';

/** Reads exact numbers of bytes from a stream of chunks of any size, holding at most one chunk. */
export class StreamByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return true;
      this.#rest = value;
    }
    return false;
  }

  /**
   * Reads exactly this many bytes.
   * @throws BackupError if the stream ends early
   */
  async take(lengthBytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.stream(lengthBytes)) parts.push(part);
    return Buffer.concat(parts, lengthBytes);
  }

  /**
   * Yields the next bytes in chunks of any size.
   * @throws BackupError if the stream ends early
   */
  async *stream(lengthBytes: number): AsyncGenerator<Uint8Array> {
    let missingBytes = lengthBytes;
    while (missingBytes > 0) {
      if (await this.isAtEnd()) throw new BackupError('The archive ends too early: it was cut short.');
      const piece = this.#rest.subarray(0, missingBytes);
      this.#rest = this.#rest.subarray(piece.byteLength);
      missingBytes -= piece.byteLength;
      yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
