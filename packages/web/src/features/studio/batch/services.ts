/** What a batch needs besides. */
export interface BatchServices {
  /** Files as one ZIP; they are asked for one after another. */
  zip(files: AsyncIterable<{ readonly name: string; readonly input: Blob }>): Promise<Blob>;
  /** @throws the signal's reason */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

declare module '../state/services.ts' {
  interface StudioServices extends BatchServices {}
}
