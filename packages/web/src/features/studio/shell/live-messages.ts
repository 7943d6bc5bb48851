/** Messages between the page and the worker that plans and composes scenes. */
import { composeLive, planLive, stopLive } from '../composite/live-scene.ts';

export const LIVE_JOBS = { composeLive, planLive, stopLive };
export type LiveJobs = typeof LIVE_JOBS;
export type LiveJobName = keyof LiveJobs;

export interface LiveRequest {
  readonly id: number;
  readonly name: LiveJobName;
  readonly order: unknown;
}

export type LiveAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string };
