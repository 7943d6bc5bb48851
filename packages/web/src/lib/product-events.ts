/**
 * Things worth counting that happen in one feature and are listened to elsewhere: what happens here knows nothing of
 * who counts it. Nothing is sent unless somebody listens.
 */
export type ProductEvent = 'third-image';

const listeners = new Set<(event: ProductEvent) => void>();

export function tellProductEvent(event: ProductEvent): void {
  for (const listener of listeners) listener(event);
}

/** @returns a function that stops listening */
export function onProductEvent(listener: (event: ProductEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
