/** Tracks whether the user is drawing a stroke, so that expensive work can wait until the stroke ends. */
export class Hand {
  #stroke: PromiseWithResolvers<void> | null = null;

  begin(): void {
    this.#stroke ??= Promise.withResolvers<void>();
  }

  rest(): void {
    this.#stroke?.resolve();
    this.#stroke = null;
  }

  /** Resolves once the user isn't drawing, immediately if no stroke is in progress. */
  async atRest(): Promise<void> {
    // Checks again after each stroke, because the next one may start when the last one ends.
    while (this.#stroke !== null) await this.#stroke.promise;
  }
}
