import type { ApiKeyMode, TaskTool } from '@packshot/contract';

/** One call with a key that was answered. */
export interface ApiCall {
  readonly requestId: string;
  readonly keyId: string;
  /** Null for calls that ask no tool. */
  readonly tool: TaskTool | null;
  readonly method: string;
  /** As the router knows it, without ids. */
  readonly route: string;
  readonly status: number;
  /** Of the error; null for a success. */
  readonly code: string | null;
  readonly durationMs: number;
  /** The job that it began, whose credits may still be given back. */
  readonly jobId: string | null;
  /** Charged, or reserved. */
  readonly credits: number;
  readonly at: Date;
}

/** Whose calls. */
export interface CallFilter {
  readonly organizationId: string;
  /** Null: of everybody in the organization. */
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly tool: string | null;
  /** The beginning of a day (UTC). */
  readonly since: Date;
}

interface Figures {
  readonly calls: number;
  readonly errors: number;
  /** Null without a call. */
  readonly p95Ms: number | null;
  readonly credits: number;
}

interface KeyFigures extends Figures {
  readonly keyId: string;
  readonly name: string;
  readonly secretStart: string;
  readonly mode: ApiKeyMode;
  readonly hasEnded: boolean;
}

export interface CallFigures {
  readonly total: Figures;
  /** Only days with a call, as `2026-11-23`. */
  readonly byDay: readonly (Figures & { readonly day: string })[];
  readonly byKey: readonly KeyFigures[];
  readonly byTool: readonly (Figures & { readonly tool: string | null })[];
}

export interface ApiCallStore {
  /** Leaves out calls of keys that are gone, and those that are there already. */
  insert(calls: readonly ApiCall[]): Promise<void>;
  figures(filter: CallFilter): Promise<CallFigures>;
  /**
   * Sums up the first day that is over since before `before` (UTC) and not summed up yet, unless credits of it are still reserved.
   * @returns whether there was one
   */
  sumUpDay(before: Date): Promise<boolean>;
  /** Newest first. */
  last(
    filter: CallFilter,
    limit: number,
  ): Promise<readonly (Omit<ApiCall, 'jobId'> & { readonly keyName: string })[]>;
  /** Also deletes the sums of whole days. @returns how many calls were deleted, at most `limit` */
  deleteBefore(before: Date, limit: number): Promise<number>;
}
