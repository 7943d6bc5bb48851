/** Product events connect features without imports: the code that emits an event doesn't know the listeners. */
export type ProductEvent = 'third-image';

const listeners = new Set<(event: ProductEvent) => void>();

export function emitProductEvent(event: ProductEvent): void {
  for (const listener of listeners) listener(event);
}

/** @returns a function that stops listening */
export function onProductEvent(listener: (event: ProductEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
