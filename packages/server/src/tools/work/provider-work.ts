import { workingWith } from '@packshot/contract';
import type { EngineRecord, Provenance } from '@packshot/contract';
import type { ToolInput, ToolResult } from '@packshot/image-engine';
import { ProviderFailure, rowOf } from '@packshot/image-engine/providers';
import type { Capability, CapabilityRow, ImageProvider, RequestOf } from '@packshot/image-engine/providers';
import type { ClaimedTask, StoredTaskResult } from '../model.ts';
import { indecencyOf, readDrawing, readPhoto, storePicture } from './pictures.ts';
import type { KeepContext } from './pictures.ts';
import type { TaskContext, ToolDependencies } from './task.ts';

/** A task in the hands of another engine. */
export interface ProviderWork {
  readonly task: ClaimedTask;
  readonly deps: ToolDependencies;
  readonly context: TaskContext;
  readonly provider: ImageProvider;
  /** Of what it makes. */
  readonly provenance: Provenance;
}

/** Tools without a seed of the user's: the same request gives the same picture again where the provider allows it. */
export const PROVIDER_SEED = 1;

/** Shares of a task's progress. An engine that reports none leaves it at the second. */
const PREPARED_AT = 0.12;
const MADE_AT = 0.85;
const FINISHED_AT = 0.95;

/** What an engine can do of something. Throws ProviderFailure when it cannot do it at all. */
export function rowFor({ provider }: ProviderWork, capability: Capability): CapabilityRow {
  const row = rowOf(provider, capability);
  if (row === undefined) {
    throw new ProviderFailure(provider.id, 'ENGINE_REJECTED', `${capability} is not among what it does`);
  }
  return row;
}

/** Makes ready what is sent; a product that is no cut-out is cut out first. */
export async function prepare(
  { deps: { engine }, context: { signal, report }, provider }: ProviderWork,
  input: ToolInput<'prepare-request'>,
): Promise<ToolResult<'prepare-request'>> {
  const stage = workingWith(provider.name);
  report(0, stage);
  const onProgress = (fraction: number): void => report(fraction * PREPARED_AT, stage);
  return engine.run('prepare-request', input, { signal, onProgress });
}

/** Has it made, under the task's signal. */
export function make<Name extends Capability>(
  { provider, context: { signal, report } }: ProviderWork,
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
  { deps, context: { signal, report }, provider }: ProviderWork,
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
  { provider }: ProviderWork,
  row: CapabilityRow,
  request: { readonly prompt?: string; readonly seed?: number },
): EngineRecord => ({
  id: provider.id,
  name: provider.name,
  model: provider.model,
  prompt: request.prompt ?? null,
  seed: row.takesSeed ? (request.seed ?? null) : null,
  cost_class: row.costClass,
  fell_back: false,
});

/** What was prepared has to be there: the kind of preparation says so. */
export function given(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) throw new Error('What was to be prepared is not there');
  return file;
}

/**
 * Makes a photo ready to be sent as a whole.
 * @param cleanUp takes noise and the traces of JPEG away first
 */
export async function preparePhoto(
  work: ProviderWork,
  { sizes }: CapabilityRow,
  imageKey: string,
  cleanUp?: boolean,
) {
  const photo = await readPhoto(work.deps, work.task.userId, imageKey, work.context.signal);
  return { photo, prepared: await prepare(work, { kind: 'photo', photo, sizes, cleanUp }) };
}

/** Makes an edit ready: as the image engine takes it, and as the provider is sent it. */
export async function prepareEdit(
  work: ProviderWork,
  row: CapabilityRow,
  { imageKey, maskKey, isWhole }: { imageKey: string; maskKey: string; isWhole: boolean },
) {
  const { deps, task, context } = work;
  const [photo, mask] = await Promise.all([
    readPhoto(deps, task.userId, imageKey, context.signal),
    readDrawing(deps, maskKey, context.signal),
  ]);
  const edit = { kind: 'edit', photo, mask, sizes: row.sizes, isWhole } as const;
  const prepared = await prepare(work, { ...edit, maskStyle: row.mask ?? 'white' });
  const { widthPx, heightPx } = prepared;
  const request = {
    image: given(prepared.image),
    mask: given(prepared.mask),
    widthPx,
    heightPx,
    seed: PROVIDER_SEED,
  };
  return { edit, request };
}

export const keeping = ({ task, deps, context: { signal }, provenance }: ProviderWork): KeepContext => ({
  task,
  deps,
  signal,
  provenance,
});

export async function keepProvided(
  work: ProviderWork,
  row: CapabilityRow,
  input: ToolInput<'finish-response'>,
  request: { readonly prompt?: string; readonly seed?: number },
): Promise<StoredTaskResult> {
  const stored = await storePicture(await finish(work, input), keeping(work));
  return { ...stored, engine: recordOf(work, row, request) };
}
