/** An answer that says no with a reason for the agent and its user; costs nothing. */
export class Refusal extends Error {
  readonly code: string;
  /** What of the arguments is at fault. */
  readonly param: string | undefined;
  /** As HTTP would say it. */
  readonly status: number;
  constructor(
    code: string,
    message: string,
    { param, status = 400 }: { param?: string | undefined; status?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.param = param;
    this.status = status;
  }
}
