/** Tracks whether a stroke is being drawn, so that expensive work can wait until it ends. */
export class Hand {
  #stroke: PromiseWithResolvers<void> | null = null;

  begin(): void {
    this.#stroke ??= Promise.withResolvers<void>();
  }

  rest(): void {
    this.#stroke?.resolve();
    this.#stroke = null;
  }

  /** Resolves immediately if no stroke is being drawn. */
  async atRest(): Promise<void> {
    // The next stroke may start when the last one ends, so check again.
    while (this.#stroke !== null) await this.#stroke.promise;
  }
}
