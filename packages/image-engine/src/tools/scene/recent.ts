import { createHash } from 'node:crypto';

/** What was made of some bytes, kept for the next jobs with the same bytes: variants of one request come one after another. */
export class Recent<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  /** @param limit how many are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What was made of these bytes before, or what `make` makes of them now. What fails is not kept. */
  async of(bytes: Uint8Array, make: () => Promise<Value>): Promise<Value> {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = this.#values.get(key);
    const value = known ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest] of this.#values) {
      if (this.#values.size <= this.#limit) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
