/** What was looked at, and what came out, in one sentence; with what to do unless it is good. */
export interface Finding {
  readonly subject: string;
  /** `bad` ends the program with 1. `doubtful` works, and may hurt one day. */
  readonly state: 'good' | 'doubtful' | 'bad';
  readonly says: string;
  readonly fix: string | null;
}

export const good = (subject: string, says: string): Finding => ({ subject, state: 'good', says, fix: null });
export const doubtful = (subject: string, says: string, fix: string): Finding => ({
  subject,
  state: 'doubtful',
  says,
  fix,
});
export const bad = (subject: string, says: string, fix: string): Finding => ({
  subject,
  state: 'bad',
  says,
  fix,
});

/** The reason of a failure in a few words, as systems and servers give it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  // A store's refusal: its name and number say what its message, which may be empty, does not.
  if ('$metadata' in cause) {
    const { httpStatusCode } = cause.$metadata as { readonly httpStatusCode?: number };
    return `${cause.name}${httpStatusCode === undefined ? '' : `, HTTP ${String(httpStatusCode)}`}`;
  }
  return 'code' in cause && typeof cause.code === 'string'
    ? `${cause.code}: ${cause.message}`
    : cause.message;
}
