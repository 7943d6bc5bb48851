/** Notifies an open history page of newly filed results of an earlier page, or of a guest who now has an account. */
const listeners = new Set<() => void>();

/** @returns a function that stops listening */
export function onFiled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceFiled = (): void => {
  for (const listener of listeners) listener();
};
