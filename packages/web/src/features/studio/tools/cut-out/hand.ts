/** Whether the hand is drawing a stroke: work that would hold its frames up waits until it rests. */
export class Hand {
  #stroke: PromiseWithResolvers<void> | null = null;

  begin(): void {
    this.#stroke ??= Promise.withResolvers<void>();
  }

  rest(): void {
    this.#stroke?.resolve();
    this.#stroke = null;
  }

  /** Resolves at once between strokes. */
  async atRest(): Promise<void> {
    // The next stroke may begin in the moment that the last one ends.
    while (this.#stroke !== null) await this.#stroke.promise;
  }
}
