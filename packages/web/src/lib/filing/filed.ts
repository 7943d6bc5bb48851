/** Tells an open history that results of an earlier page, or of a guest who has an account now, have come into it. */
const listeners = new Set<() => void>();

/** @returns what stops it */
export function onFiled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceFiled = (): void => {
  for (const listener of listeners) listener();
};
