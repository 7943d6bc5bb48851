import { ProviderFailure } from '@packshot/image-engine/providers';
import type { CapabilityRow, ImageProvider } from '@packshot/image-engine/providers';
import type { ToolInput } from '@packshot/image-engine';
import type { InputOf, StoredTaskResult } from '../../domain/generations/model.ts';
import { storePicture } from '../picture-task.ts';
import { readMask, readPhoto } from '../task-pictures.ts';
import { finish, given, make, prepare, recordOf, rowFor } from './work.ts';
import type { ProvidedWork } from './work.ts';

/** Less than this part of the wanted size, and an enlargement would be one in name only. */
const SMALLEST_ENLARGEMENT = 0.6;
/** Tools without a seed of the user's: the same wish gives the same picture again where the engine allows it. */
const SEED = 1;

/** What was drawn over is changed as the prompt says, or taken away. */
export async function provideEdit(
  work: ProvidedWork,
  { imageKey, maskKey, prompt }: InputOf<'magic'>,
): Promise<StoredTaskResult> {
  const capability = prompt === undefined ? 'erase' : 'inpaint';
  const row = rowFor(work, capability);
  const { edit, request } = await prepareEdit(work, row, { imageKey, maskKey, isWhole: false });
  const { bytes: picture } =
    prompt === undefined
      ? await make<'erase'>(work, { capability: 'erase', ...request })
      : await make<'inpaint'>(work, { capability: 'inpaint', ...request, prompt });
  return keep(
    work,
    row,
    { ...edit, picture, strength: 1, addsShadow: false },
    { seed: SEED, ...(prompt !== undefined && { prompt }) },
  );
}

/** The product in a composite is lit as its surroundings are. */
export async function provideRelight(
  work: ProvidedWork,
  { imageKey, maskKey, strength }: InputOf<'harmonize'>,
): Promise<StoredTaskResult> {
  const row = rowFor(work, 'relight');
  const { edit, request } = await prepareEdit(work, row, { imageKey, maskKey, isWhole: true });
  const { bytes: picture } = await make<'relight'>(work, { capability: 'relight', ...request });
  return keep(work, row, { ...edit, picture, strength, addsShadow: true }, { seed: SEED });
}

/** The photo's own pixels with the engine's alpha. */
export async function provideCutOut(
  work: ProvidedWork,
  { imageKey }: InputOf<'cut-out'>,
): Promise<StoredTaskResult> {
  const row = rowFor(work, 'remove-background');
  const photo = await readPhoto(work.deps, work.task.userId, imageKey, work.context.signal);
  const { image, widthPx, heightPx } = await prepare(work, { kind: 'photo', photo, sizes: row.sizes });
  const { bytes: picture } = await make<'remove-background'>(work, {
    capability: 'remove-background',
    image: given(image),
    widthPx,
    heightPx,
  });
  return keep(work, row, { kind: 'cut-out', photo, picture }, {});
}

/** Exactly as many times larger as was asked for, whatever the engine's own factor is. */
export async function provideUpscale(
  work: ProvidedWork,
  { imageKey, factor }: InputOf<'upscale'>,
): Promise<StoredTaskResult> {
  const { provider, deps, task, context } = work;
  const row = rowFor(work, 'upscale');
  const photo = await readPhoto(deps, task.userId, imageKey, context.signal);
  const prepared = await prepare(work, { kind: 'photo', photo, sizes: row.sizes });
  const { image, widthPx, heightPx } = prepared;
  const made = await make<'upscale'>(work, {
    capability: 'upscale',
    image: given(image),
    widthPx,
    heightPx,
    seed: SEED,
  });
  assertLargeEnough(provider, made.widthPx, prepared.sourceWidthPx * factor);
  return keep(work, row, { kind: 'upscale', photo, factor, picture: made.bytes }, {});
}

function assertLargeEnough({ id }: ImageProvider, madePx: number, wantedPx: number): void {
  if (madePx >= wantedPx * SMALLEST_ENLARGEMENT) return;
  throw new ProviderFailure(
    id,
    'ENGINE_REJECTED',
    `it makes ${madePx} px of the ${wantedPx} that were asked for`,
  );
}

/** A description in words. */
export async function provideText(
  work: ProvidedWork,
  { imageKey }: InputOf<'describe'>,
): Promise<StoredTaskResult> {
  const row = rowFor(work, 'describe');
  const photo = await readPhoto(work.deps, work.task.userId, imageKey, work.context.signal);
  const { image, widthPx, heightPx } = await prepare(work, { kind: 'photo', photo, sizes: row.sizes });
  const { text } = await make<'describe'>(work, {
    capability: 'describe',
    image: given(image),
    widthPx,
    heightPx,
  });
  return { finalDescription: text, engine: recordOf(work, row, {}) };
}

/** What is edited, as the engine's process takes it, and the request that goes out for it. */
async function prepareEdit(
  work: ProvidedWork,
  row: CapabilityRow,
  { imageKey, maskKey, isWhole }: { imageKey: string; maskKey: string; isWhole: boolean },
) {
  const { deps, task, context } = work;
  const [photo, mask] = await Promise.all([
    readPhoto(deps, task.userId, imageKey, context.signal),
    readMask(deps, maskKey, context.signal),
  ]);
  const edit = { kind: 'edit', photo, mask, sizes: row.sizes, isWhole } as const;
  const prepared = await prepare(work, { ...edit, maskStyle: row.mask ?? 'white' });
  const { widthPx, heightPx } = prepared;
  const request = {
    image: given(prepared.image),
    mask: given(prepared.mask),
    widthPx,
    heightPx,
    seed: SEED,
  };
  return { edit, request };
}

async function keep(
  work: ProvidedWork,
  row: CapabilityRow,
  input: ToolInput<'finish-response'>,
  told: { readonly prompt?: string; readonly seed?: number },
): Promise<StoredTaskResult> {
  const { productPixels: _none, ...renditions } = await finish(work, input);
  const stored = await storePicture(work.task, renditions, work.deps, work.context.signal);
  return { ...stored, engine: recordOf(work, row, told) };
}
