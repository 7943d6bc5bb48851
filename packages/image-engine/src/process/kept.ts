/**
 * Something that a process keeps from one job to the next, because opening it again takes time. One at a time: whoever asks for
 * another one lets the first go.
 */
export class Kept<Value> {
  readonly #release: (value: Value) => Promise<void> | void;
  #held: { readonly name: string; readonly opening: Promise<Value> } | undefined;

  /** @param release what ends a value besides forgetting it */
  constructor(release: (value: Value) => Promise<void> | void = () => undefined) {
    this.#release = release;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** The value of this name, or what `open` makes now. What fails to open is not kept: the next job tries again. */
  async of(name: string, open: (name: string) => Promise<Value>): Promise<Value> {
    if (this.#held?.name !== name) {
      await this.letGo();
      const held = { name, opening: open(name) };
      this.#held = held;
      held.opening.catch(() => {
        if (this.#held === held) this.#held = undefined;
      });
    }
    return this.#held.opening;
  }

  /** Never while a job uses it. */
  async letGo(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) await this.#release(await held.opening);
  }
}
