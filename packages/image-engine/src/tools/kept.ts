import { createHash } from 'node:crypto';

/** Something that is kept and can be opened again. */
export interface Forgettable {
  /** What it takes when it is held, about. */
  readonly heldBytes: number;
  readonly isHeld: boolean;
  /** Never while a job uses it. */
  letGo(): Promise<void>;
}

/**
 * Something that the engine's process keeps from one job to the next, because opening it again takes time. One at a time: whoever asks
 * for another one lets the first go.
 */
export class Kept<Value> implements Forgettable {
  readonly heldBytes: number;
  readonly #release: (value: Value) => Promise<void> | void;
  #held: { readonly name: string; readonly opening: Promise<Value> } | undefined;

  /**
   * @param heldBytes as measured: a network with the memory of its last run
   * @param release what ends a value besides forgetting it
   */
  constructor(heldBytes: number, release: (value: Value) => Promise<void> | void = () => undefined) {
    this.heldBytes = heldBytes;
    this.#release = release;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** The value of this name, or what `open` makes now. What fails to open is not kept: the next job tries again. */
  async of(name: string, open: () => Promise<Value>): Promise<Value> {
    if (this.#held?.name !== name) {
      await this.letGo();
      const held = { name, opening: open() };
      this.#held = held;
      held.opening.catch(() => {
        if (this.#held === held) this.#held = undefined;
      });
    }
    return this.#held.opening;
  }

  async letGo(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) await this.#release(await held.opening);
  }
}

/** What was made of some bytes, kept for the next jobs with the same bytes: variants of one request come one after another. */
export class Recent<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  /** @param limit how many are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * What was made of these bytes before, or what `make` makes of them now. What fails is not kept.
   * @param shape what the same bytes may mean different things by
   */
  async of(bytes: Uint8Array, make: () => Promise<Value>, shape = ''): Promise<Value> {
    const key = createHash('sha256').update(shape).update(bytes).digest('hex');
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
