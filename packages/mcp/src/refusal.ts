/** Error for a refused call, with a reason for the agent and its user. A refused call costs nothing. */
export class Refusal extends Error {
  readonly code: string;
  /** Name of the invalid argument; undefined if the refusal doesn't concern a single argument. */
  readonly param: string | undefined;
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
