import { join } from 'node:path';
import { layersSizeBytes } from '../pixels/stage/layers.ts';
import type { DecodedStudioSet } from '../pixels/stage/layers.ts';
import { readSet } from './read-set.ts';

/** Memory for cached sets, enough for two. */
const BUDGET_BYTES = 136 * 2 ** 20;

/** LRU cache of decoded sets with a limit in bytes. The set read last is always cached, whatever its size. */
export class SetCache {
  readonly #folder: string;
  readonly #budgetBytes: number;
  /** Cached sets by ID, the least recently used first. */
  readonly #sets = new Map<string, { reading: Promise<DecodedStudioSet>; sizeBytes: number }>();

  constructor(folder: string, budgetBytes: number = BUDGET_BYTES) {
    this.#folder = folder;
    this.#budgetBytes = budgetBytes;
  }

  get sizeBytes(): number {
    let sum = 0;
    for (const { sizeBytes } of this.#sets.values()) sum += sizeBytes;
    return sum;
  }

  /** Returns a set, reading it if necessary; concurrent callers share one read. Failed reads aren't cached. */
  async get(id: string): Promise<DecodedStudioSet> {
    const cachedSet = this.#sets.get(id);
    // Evicts old sets before reading the next one rather than after, so that the limit isn't exceeded while the next
    // one is read.
    if (cachedSet === undefined) this.#forgetOldest(this.#largestBytes());
    const entry = cachedSet ?? { reading: readSet(join(this.#folder, id)), sizeBytes: 0 };
    this.#sets.delete(id);
    this.#sets.set(id, entry);
    try {
      const decoded = await entry.reading;
      entry.sizeBytes = layersSizeBytes(decoded);
      this.#forgetOldest(0);
      return decoded;
    } catch (error) {
      this.#sets.delete(id);
      throw error;
    }
  }

  /** Estimated size of the next set: that of the largest cached one, because all sets have about the same size. */
  #largestBytes(): number {
    return Math.max(0, ...[...this.#sets.values()].map(({ sizeBytes }) => sizeBytes));
  }

  /**
   * Evicts sets until `nextBytes` fit. Doesn't evict sets that are being read, or the last remaining set unless
   * another one is about to be read.
   */
  #forgetOldest(nextBytes: number): void {
    for (const [id, { sizeBytes }] of this.#sets) {
      if (this.sizeBytes + nextBytes <= this.#budgetBytes) return;
      if (sizeBytes === 0 || (nextBytes === 0 && this.#sets.size === 1)) continue;
      this.#sets.delete(id);
    }
  }
}
