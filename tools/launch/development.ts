import type { SupervisedProcessOptions } from './supervised-process.ts';

/** Settings for development, in which the product runs from its sources while they are being edited. */
export interface Development {
  /** Program that serves the pages at `PORT` instead of the built web app, and passes calls on to `API_PORT`. */
  readonly pagesProgram: string;
  readonly pagesHost: string;
  readonly pagesPort: number;
  readonly inspects: boolean;
}

/** Options of a process that restarts when its sources change. */
export type RestartOptions = Pick<SupervisedProcessOptions, 'flags' | 'waitsAfterCrash'>;

/** Larger young generation than in `npm start`, for fewer garbage collections while loading modules. */
const QUICK_START_FLAG = '--max-semi-space-size=64';
const API_INSPECTOR_PORT = 9229;
const FIRST_WORKER_INSPECTOR_PORT = 9230;
/** Number of ports per worker: its engine processes use the two ports after the worker's own. */
const PORTS_PER_WORKER = 10;

export const apiOptions = (development: Development): RestartOptions =>
  createRestartOptions(development, API_INSPECTOR_PORT);

/** @param index from 0, among the workers of this product */
export const workerOptions = (development: Development, index: number): RestartOptions =>
  createRestartOptions(development, FIRST_WORKER_INSPECTOR_PORT + index * PORTS_PER_WORKER);

function createRestartOptions({ inspects }: Development, inspectorPort: number): RestartOptions {
  const inspector = inspects ? [`--inspect=127.0.0.1:${String(inspectorPort)}`] : [];
  return { flags: [QUICK_START_FLAG, ...inspector], waitsAfterCrash: true };
}
