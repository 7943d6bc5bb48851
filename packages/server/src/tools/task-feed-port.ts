/** Task change notifications from all processes. Only a hint to look again: the database is authoritative. */
export interface TaskFeed {
  /**
   * Calls `onChange` after each change of one of the tasks, and whenever changes may have been missed (after
   * a lost connection is restored), until `signal` aborts.
   * @returns a function that ends the subscription earlier
   */
  subscribe(taskIds: readonly string[], onChange: () => void, signal: AbortSignal): () => void;
}
