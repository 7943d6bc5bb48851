/** News about tasks, from whichever process made them. Only a hint to look again: the database is what counts. */
export interface TaskFeed {
  /**
   * Calls `onChange` after each change of one of the tasks, and whenever changes may have been missed (the
   * connection was lost and is back).
   * @returns ends the subscription
   */
  subscribe(taskIds: readonly string[], onChange: () => void): () => void;
}
