/** Refusal with a reason for the agent and its user; costs nothing. */
export class Refusal extends Error {
  readonly code: string;
  /** Invalid argument, if there is one. */
  readonly param: string | undefined;
  /** Equivalent HTTP status. */
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
