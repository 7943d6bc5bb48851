/** Variants of a run: finished pictures, and placeholders for the ones that haven't arrived. */
import { withoutMoney } from '@packshot/contract/billing/money-words';
import { saidHere } from '../../../lib/plans/said-here.ts';
import type { StudioDocument } from '../model/document.ts';
import { shownResults } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import { isActive } from '../state/job.ts';
import type { StudioState } from '../state/studio-state.ts';
import { useStudioState } from '../state/use-studio.ts';

export const getRunId = (result: Result | null | undefined): string | null => result?.scene?.runId ?? null;

/** Visible variants of a run, in the order of their arrival. */
export const getVariants = (document: StudioDocument | null, runId: string | null): readonly Result[] =>
  document && runId !== null ? shownResults(document).filter((result) => getRunId(result) === runId) : [];

export interface PictureGroup {
  /** ID of the run that made the pictures; null for a picture that isn't a variant. */
  readonly runId: string | null;
  readonly results: readonly Result[];
}

/**
 * Visible results in the order of the strip: variants of a run together, at the place of its first one.
 * @param pendingRunId run whose variants are on their way, which gets a group in any case
 */
export function groupByRun(document: StudioDocument, pendingRunId: string | null): readonly PictureGroup[] {
  const groups = new Map<string, PictureGroup>();
  for (const result of shownResults(document)) {
    const runId = getRunId(result);
    const key = runId ?? result.id;
    groups.set(key, { runId, results: [...(groups.get(key)?.results ?? []), result] });
  }
  if (pendingRunId !== null && !groups.has(pendingRunId))
    groups.set(pendingRunId, { runId: pendingRunId, results: [] });
  return [...groups.values()];
}

export interface PendingVariant {
  readonly id: string;
  readonly failure: string | null;
  /** Progress of the variant, from 0 to 1; null before it has started. */
  readonly progress: number | null;
}

/** Variants of the current request that haven't arrived: pending or failed. */
export function useWaitingVariants(): readonly PendingVariant[] {
  const document = useStudioState((state) => state.document);
  const states = useStudioState((state) => state.taskStates);
  const requestId = useStudioState((state) => state.runRequestId);
  const isRunning = useStudioState((state) => isActive(state.job));
  const request = document?.requests.find(({ id }) => id === requestId);
  if (!document || !request) return [];
  // Failed variants of a request with a picture aren't free, because the picture has used the generation.
  const adapt = document.results.some((result) => getRunId(result) === requestId) ? withoutMoney : saidHere;
  const adaptFailure = (id: string): string | null => {
    const { [id]: failure } = request.failures;
    return failure === undefined ? null : adapt(failure);
  };
  // Uses placeholder IDs until the server has returned the task IDs.
  const ids = request.taskIds.length > 0 ? request.taskIds : placeholders(request.scene.count);
  return ids
    .filter((id) => !document.results.some((result) => result.id === id))
    .map((id) => ({
      id,
      failure: adaptFailure(id),
      progress: states[id]?.status === 'STARTED' ? states[id].progress : null,
    }))
    .filter(({ failure }) => isRunning || failure !== null);
}

const placeholders = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `variant ${at + 1}`);

/** Variants beside the picture on the stage, and its position among them; null if it isn't one of several variants. */
export function getNeighbors({
  document,
}: StudioState): { readonly ids: readonly string[]; readonly at: number } | null {
  const currentId = document?.edits.currentId;
  const current = document?.results.find(({ id }) => id === currentId);
  const ids = getVariants(document, getRunId(current)).map(({ id }) => id);
  const at = ids.indexOf(currentId ?? '');
  return ids.length > 1 && at >= 0 ? { ids, at } : null;
}
