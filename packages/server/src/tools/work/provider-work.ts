import { workingWith } from '@packshot/contract';
import type { EngineRecord, Provenance } from '@packshot/contract';
import type { ToolJobInput, ToolResult } from '@packshot/image-engine';
import { ProviderFailure, findRow } from '@packshot/image-engine/providers';
import type { Capability, CapabilityRow, ImageProvider, RequestOf } from '@packshot/image-engine/providers';
import type { ClaimedTask, StoredTaskResult } from '../model.ts';
import { rateIndecency, readDrawing, readPhoto, storePicture } from './pictures.ts';
import type { KeepContext } from './pictures.ts';
import type { TaskContext, ToolDependencies } from './task.ts';

/** A task whose work another engine (provider) does. */
export interface ProviderWork {
  readonly task: ClaimedTask;
  readonly deps: ToolDependencies;
  readonly context: TaskContext;
  readonly provider: ImageProvider;
  readonly provenance: Provenance;
}

/**
 * Seed for tools in which users can't choose one. Constant, so that the same request gives the same picture if the
 * provider supports seeds.
 */
export const PROVIDER_SEED = 1;

/**
 * Progress of a task (0 to 1) when the request is prepared, the provider has made the picture, and the result is
 * checked. A provider that reports no progress leaves it at the first value until the picture is made.
 */
const PREPARED_AT = 0.12;
const MADE_AT = 0.85;
const FINISHED_AT = 0.95;

/** Returns the provider's limits for a capability. Throws ProviderFailure if it lacks the capability. */
export function rowFor({ provider }: ProviderWork, capability: Capability): CapabilityRow {
  const row = findRow(provider, capability);
  if (row === undefined) {
    throw new ProviderFailure(provider.id, 'ENGINE_REJECTED', `${capability} is not among what it does`);
  }
  return row;
}

/** Prepares the files to send to the provider; a product that isn't a cut-out is cut out first. */
export async function prepare(
  { deps: { engine }, context: { signal, report }, provider }: ProviderWork,
  input: ToolJobInput<'prepare-request'>,
): Promise<ToolResult<'prepare-request'>> {
  const stage = workingWith(provider.name);
  report(0, stage);
  const onProgress = (fraction: number): void => report(fraction * PREPARED_AT, stage);
  return engine.run('prepare-request', input, { signal, onProgress });
}

/** Calls the provider. The call is aborted with the task. */
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

/** Checks the provider's response, turns it into a result and moderates it. */
export async function finish(
  { deps, context: { signal, report }, provider }: ProviderWork,
  input: ToolJobInput<'finish-response'>,
): Promise<ToolResult<'finish-response'>> {
  const stage = workingWith(provider.name);
  report(MADE_AT, stage);
  const finished = await deps.engine.run('finish-response', input, {
    signal,
    onProgress: (fraction) => report(MADE_AT + (FINISHED_AT - MADE_AT) * fraction, stage),
  });
  await deps.moderation.assertDecentResult(() => rateIndecency(deps, finished.standard, signal));
  return finished;
}

/** Builds the stored record of the engine that made a result, with its settings. */
export const toEngineRecord = (
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

/** Asserts that the preparation returned this file, as it always does for this kind of request. */
export function requireFile(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) throw new Error('What was to be prepared is not there');
  return file;
}

/**
 * Prepares a photo that is sent to the provider as a whole.
 * @param cleanUp removes noise and JPEG artifacts first
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

/** Prepares an edit, once in our engine's format and once in the provider's. */
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
    image: requireFile(prepared.image),
    mask: requireFile(prepared.mask),
    widthPx,
    heightPx,
    seed: PROVIDER_SEED,
  };
  return { edit, request };
}

export const toKeepContext = ({
  task,
  deps,
  context: { signal },
  provenance,
}: ProviderWork): KeepContext => ({
  task,
  deps,
  signal,
  provenance,
});

export async function keepProvided(
  work: ProviderWork,
  row: CapabilityRow,
  input: ToolJobInput<'finish-response'>,
  request: { readonly prompt?: string; readonly seed?: number },
): Promise<StoredTaskResult> {
  const stored = await storePicture(await finish(work, input), toKeepContext(work));
  return { ...stored, engine: toEngineRecord(work, row, request) };
}
