/** Result of a check as a sentence, with a way to fix the problem if there is one. */
export interface DoctorFinding {
  readonly subject: string;
  /** Outcome of the check. `bad` makes the program exit with 1; `doubtful` works, but may cause problems later. */
  readonly state: 'good' | 'doubtful' | 'bad';
  readonly says: string;
  readonly fix: string | null;
}

export const good = (subject: string, says: string): DoctorFinding => ({
  subject,
  state: 'good',
  says,
  fix: null,
});
export const doubtful = (subject: string, says: string, fix: string): DoctorFinding => ({
  subject,
  state: 'doubtful',
  says,
  fix,
});
export const bad = (subject: string, says: string, fix: string): DoctorFinding => ({
  subject,
  state: 'bad',
  says,
  fix,
});

/** Short reason of a failure, as stated by the operating system or server. */
export function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  // For a refusal by the object store, the error's name and status are more useful than its message, which may be
  // empty.
  if ('$metadata' in cause) {
    const { httpStatusCode } = cause.$metadata as { readonly httpStatusCode?: number };
    return `${cause.name}${httpStatusCode === undefined ? '' : `, HTTP ${String(httpStatusCode)}`}`;
  }
  return 'code' in cause && typeof cause.code === 'string'
    ? `${cause.code}: ${cause.message}`
    : cause.message;
}
