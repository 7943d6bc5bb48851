import { createHash } from 'node:crypto';

/** Cached resource that can be evicted and reopened. */
export interface Evictable {
  /** Approximate memory that the resource uses while it is cached. */
  readonly heldBytes: number;
  readonly isCached: boolean;
  /** Evicts the resource; never called while a job uses it. */
  evict(): Promise<void>;
}

/**
 * Caches a resource of the engine's process between jobs, because opening it takes time. Holds one value at a time:
 * requesting another one evicts it.
 */
export class Cached<Value> implements Evictable {
  readonly heldBytes: number;
  readonly #release: (value: Value) => Promise<void> | void;
  #held: { readonly name: string; readonly opening: Promise<Value> } | undefined;

  /**
   * Creates an empty cache.
   * @param heldBytes measured memory of a value; for a network, including the memory of its last run
   * @param release frees a value beyond dropping its reference
   */
  constructor(heldBytes: number, release: (value: Value) => Promise<void> | void = () => undefined) {
    this.heldBytes = heldBytes;
    this.#release = release;
  }

  get isCached(): boolean {
    return this.#held !== undefined;
  }

  /** Returns the value with this name if it is cached, otherwise opens it. Failures aren't cached. */
  async of(name: string, open: () => Promise<Value>): Promise<Value> {
    if (this.#held?.name !== name) {
      await this.evict();
      const entry = { name, opening: open() };
      this.#held = entry;
      entry.opening.catch(() => {
        if (this.#held === entry) this.#held = undefined;
      });
    }
    return this.#held.opening;
  }

  async evict(): Promise<void> {
    const previousEntry = this.#held;
    this.#held = undefined;
    if (previousEntry !== undefined) await this.#release(await previousEntry.opening);
  }
}

/**
 * Caches results by their input bytes for the next jobs, because a user's variants of one request run one after
 * another.
 */
export class Recent<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  /**
   * Creates an empty cache.
   * @param limit maximum number of cached values
   */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Returns the cached result for these bytes, or computes it with `make`. Failures aren't cached.
   * @param shape part of the cache key, for different results from equal bytes
   */
  async of(bytes: Uint8Array, make: () => Promise<Value>, shape = ''): Promise<Value> {
    const key = createHash('sha256').update(shape).update(bytes).digest('hex');
    const cachedValue = this.#values.get(key);
    const value = cachedValue ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest] of this.#values) {
      if (this.#values.size <= this.#limit) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
