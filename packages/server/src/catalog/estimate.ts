import { ERRORS, outputFileName } from '@packshot/contract';
import type { RunEstimate } from '@packshot/contract';
import { isSubscriber } from '../billing/entitlement.ts';
import type { Caller } from '../platform/access/caller.ts';
import { REQUEST_COST } from '../credits/rules.ts';
import { quoteDownloads } from './downloads.ts';
import { collidingRows } from './names.ts';
import type { RunDependencies } from './dependencies.ts';
import { findSizeProblem } from './run-size.ts';
import type { StoredRun } from './model.ts';

/**
 * Seconds per photo of 2000 × 1500 pixels on two idle cores: `CUT_OUT_S` for the cut-out, `SET_S` for a studio set,
 * `FILE_S` for each output file.
 */
const CUT_OUT_S = 0.9;
const SET_S = 0.8;
const FILE_S = 0.3;
/** Maximum number of row numbers listed per problem. */
const SHOWN = 100;

/** Estimates a run's credits, downloads, time and problems. Reads every row, a page at a time, if photos wait. */
export async function estimateRun(
  deps: RunDependencies,
  { userId, organizationId }: Caller,
  run: StoredRun,
): Promise<RunEstimate> {
  const {
    database: { stores },
    billing,
    clock,
  } = deps;
  const figures = (await stores.runs.figures([run.id])).get(run.id);
  const { waiting = 0 } = figures?.counts ?? {};
  const isFree = await isSubscriber(stores, billing, userId, clock.now());
  const { balance } = await stores.ledger.balance(userId, 'freemium');
  const credits = isFree ? 0 : waiting * REQUEST_COST;
  const { outputs, steps } = run.recipe;
  const perPhotoS = CUT_OUT_S + (steps.ground.kind === 'set' ? SET_S : 0) + outputs.length * FILE_S;
  const [first] = await stores.runs.pageOfItems(run.id, 0, 1);
  const problems: RunEstimate['problems'] = [];
  const add = (code: RunEstimate['problems'][number]['code'], rows: readonly number[]) =>
    problems.push({ code, message: ERRORS[code].message, rows: [...rows] });
  if (waiting === 0) add('RUN_EMPTY', []);
  const sizeProblem = await findSizeProblem(stores, billing, organizationId, waiting, clock.now());
  // The photos of a run that has started count toward the daily limit already.
  if (sizeProblem === 'LARGE_RUNS_NOT_IN_PLAN' || (sizeProblem !== null && run.status === 'draft'))
    add(sizeProblem, []);
  const incomplete = await stores.runs.listIncomplete(run.id, SHOWN);
  if (incomplete.length > 0) add('RUN_INCOMPLETE', incomplete);
  const colliding = waiting === 0 ? [] : await collidingRows(stores.runs, run);
  if (colliding.length > 0) add('RUN_NAMES_COLLIDE', colliding);
  // Photos that haven't changed since an earlier run are free, but are only recognized when they are processed. A run
  // of only changed photos therefore starts without enough credits, and pauses when they run out.
  const mayBeFree = async (): Promise<boolean> =>
    run.onlyChanged && (await stores.runs.hasMade(userId, run.recipeHash));
  if (credits > balance && !(await mayBeFree())) add('OUT_OF_CREDITS', []);
  return {
    photos: waiting,
    files: waiting * outputs.length,
    credits,
    balance,
    is_free: isFree,
    downloads: await quoteDownloads(deps, run),
    seconds: Math.ceil(waiting * perPhotoS),
    example_names: first === undefined ? [] : outputs.map((output) => outputFileName(output, first)),
    problems,
  };
}
