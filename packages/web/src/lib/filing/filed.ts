/** Tells an open history page that results of an earlier page, or of a guest who now has an account, were stored. */
const listeners = new Set<() => void>();

/** @returns a function that stops listening */
export function onFiled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceFiled = (): void => {
  for (const listener of listeners) listener();
};
