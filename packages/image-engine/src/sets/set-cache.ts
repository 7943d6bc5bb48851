import { join } from 'node:path';
import { layersSizeBytes } from '../pixels/studio/layers.ts';
import type { DecodedStudioSet } from '../pixels/studio/layers.ts';
import { readSet } from './read-set.ts';

/** Four sets or so; a worker with networks in its memory stays below a gigabyte. */
export const SET_CACHE_BUDGET_BYTES = 240 * 2 ** 20;

/** Decoded sets, the ones used last, within a budget of bytes. The one that was asked for last is kept however large it is. */
export class SetCache {
  readonly #folder: string;
  readonly #budgetBytes: number;
  /** In the order of use, the latest last. */
  readonly #sets = new Map<string, { reading: Promise<DecodedStudioSet>; sizeBytes: number }>();

  constructor(folder: string, budgetBytes: number = SET_CACHE_BUDGET_BYTES) {
    this.#folder = folder;
    this.#budgetBytes = budgetBytes;
  }

  /** Bytes that the sets in it occupy. */
  get sizeBytes(): number {
    let sum = 0;
    for (const { sizeBytes } of this.#sets.values()) sum += sizeBytes;
    return sum;
  }

  /** Reads a set, or gives the one that was read; who asks while it is being read waits for the same. Failures are not kept. */
  async get(id: string): Promise<DecodedStudioSet> {
    const known = this.#sets.get(id);
    const entry = known ?? { reading: readSet(join(this.#folder, id)), sizeBytes: 0 };
    this.#sets.delete(id);
    this.#sets.set(id, entry);
    try {
      const decoded = await entry.reading;
      entry.sizeBytes = layersSizeBytes(decoded);
      this.#forgetOldest();
      return decoded;
    } catch (error) {
      this.#sets.delete(id);
      throw error;
    }
  }

  #forgetOldest(): void {
    for (const [id] of this.#sets) {
      if (this.sizeBytes <= this.#budgetBytes || this.#sets.size === 1) return;
      this.#sets.delete(id);
    }
  }
}
