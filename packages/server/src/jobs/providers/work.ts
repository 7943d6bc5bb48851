import { workingWith } from '@packshot/contract';
import type { EngineRecord } from '@packshot/contract';
import type { ToolInput, ToolResult } from '@packshot/image-engine';
import { ProviderFailure, rowOf } from '@packshot/image-engine/providers';
import type { Capability, CapabilityRow, ImageProvider, RequestOf } from '@packshot/image-engine/providers';
import type { ClaimedTask } from '../../domain/generations/model.ts';
import { indecencyOf } from '../task-pictures.ts';
import type { TaskContext } from '../task-runner.ts';
import type { WorkerDependencies } from '../worker-dependencies.ts';

/** A task in the hands of another engine. */
export interface ProvidedWork {
  readonly task: ClaimedTask;
  readonly deps: WorkerDependencies;
  readonly context: TaskContext;
  readonly provider: ImageProvider;
}

/** Shares of a task's progress. An engine that tells none leaves it at the second. */
const PREPARED_AT = 0.12;
const MADE_AT = 0.85;
const FINISHED_AT = 0.95;

/** What an engine can do of something. Throws ProviderFailure when it cannot do it at all. */
export function rowFor({ provider }: ProvidedWork, capability: Capability): CapabilityRow {
  const row = rowOf(provider, capability);
  if (row === undefined) {
    throw new ProviderFailure(provider.id, 'ENGINE_REJECTED', `${capability} is not among what it does`);
  }
  return row;
}

/** Makes ready what is sent; a product that is no cut-out is cut out first. */
export async function prepare(
  { deps: { engine }, context: { signal, report }, provider }: ProvidedWork,
  input: ToolInput<'prepare-request'>,
): Promise<ToolResult<'prepare-request'>> {
  const stage = workingWith(provider.name);
  report(0, stage);
  const onProgress = (fraction: number): void => report(fraction * PREPARED_AT, stage);
  return engine.run('prepare-request', input, { signal, onProgress });
}

/** Has it made, under the task's signal. */
export function make<Name extends Capability>(
  { provider, context: { signal, report } }: ProvidedWork,
  request: RequestOf<Name>,
): ReturnType<typeof provider.run<Name>> {
  const stage = workingWith(provider.name);
  report(PREPARED_AT, stage);
  return provider.run<Name>(request, {
    signal,
    onProgress: (fraction) => report(PREPARED_AT + (MADE_AT - PREPARED_AT) * fraction, stage),
  });
}

/** Makes a result of what was made, once it was looked at. */
export async function finish(
  { deps, context: { signal, report }, provider }: ProvidedWork,
  input: ToolInput<'finish-response'>,
): Promise<ToolResult<'finish-response'>> {
  const stage = workingWith(provider.name);
  report(MADE_AT, stage);
  const finished = await deps.engine.run('finish-response', input, {
    signal,
    onProgress: (fraction) => report(MADE_AT + (FINISHED_AT - MADE_AT) * fraction, stage),
  });
  await deps.moderation.assertDecentResult(() => indecencyOf(deps, finished.standard, signal));
  return finished;
}

/** What is kept of who made a result, and how. */
export const recordOf = (
  { provider }: ProvidedWork,
  row: CapabilityRow,
  told: { readonly prompt?: string; readonly seed?: number },
): EngineRecord => ({
  id: provider.id,
  name: provider.name,
  model: provider.model,
  prompt: told.prompt ?? null,
  seed: row.takesSeed ? (told.seed ?? null) : null,
  cost_class: row.costClass,
  fell_back: false,
});

/** What was prepared has to be there: the kind of preparation says so. */
export function given(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) throw new Error('What was to be prepared is not there');
  return file;
}
