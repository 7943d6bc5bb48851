import { join } from 'node:path';
import { layersSizeBytes } from '../pixels/studio/layers.ts';
import type { DecodedStudioSet } from '../pixels/studio/layers.ts';
import { readSet } from './read-set.ts';

/** Two sets; beside the networks the engine's process stays below a gigabyte. */
const BUDGET_BYTES = 136 * 2 ** 20;

/** Decoded sets, the ones used last, within a budget of bytes. The one that was asked for last is kept however large it is. */
export class SetCache {
  readonly #folder: string;
  readonly #budgetBytes: number;
  /** In the order of use, the latest last. */
  readonly #sets = new Map<string, { reading: Promise<DecodedStudioSet>; sizeBytes: number }>();

  constructor(folder: string, budgetBytes: number = BUDGET_BYTES) {
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
    // Room is made before the next one is read, not after: both would be in memory at once.
    if (known === undefined) this.#forgetOldest(this.#largestBytes());
    const entry = known ?? { reading: readSet(join(this.#folder, id)), sizeBytes: 0 };
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

  /** Sets are about as large as each other. */
  #largestBytes(): number {
    return Math.max(0, ...[...this.#sets.values()].map(({ sizeBytes }) => sizeBytes));
  }

  /** Forgets until there is room for `nextBytes`; what is being read, or was asked for last when nothing is to come, stays. */
  #forgetOldest(nextBytes: number): void {
    for (const [id, { sizeBytes }] of this.#sets) {
      if (this.sizeBytes + nextBytes <= this.#budgetBytes) return;
      if (sizeBytes === 0 || (nextBytes === 0 && this.#sets.size === 1)) continue;
      this.#sets.delete(id);
    }
  }
}
