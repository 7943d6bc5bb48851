export interface BatchServices {
  /** Packs files into a ZIP, reading them one at a time. */
  zip(files: AsyncIterable<{ readonly name: string; readonly input: Blob }>): Promise<Blob>;
  /**
   * Resolves after the given time.
   * @throws the signal's reason if it aborts first
   */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

declare module '../state/services.ts' {
  interface StudioServices extends BatchServices {}
}
