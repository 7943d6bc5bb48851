import { DEFAULT_SHADOW } from '@packshot/contract';
import { backgroundPrompt, sceneWords } from '@packshot/image-engine/providers';
import type { CapabilityRow } from '@packshot/image-engine/providers';
import type { InputOf, StoredScene, StoredTaskResult } from '../../domain/generations/model.ts';
import { storePicture } from '../picture-task.ts';
import { readPhoto } from '../task-pictures.ts';
import { finish, given, make, prepare, recordOf, rowFor } from './work.ts';
import type { ProvidedWork } from './work.ts';

/** A scene, around a product or alone: what the engine paints, and the product's own pixels. */
export async function provideScene(work: ProvidedWork, input: InputOf<'scene'>): Promise<StoredTaskResult> {
  const { task, deps, context } = work;
  const { imageKey, placement, aspectRatioId, isLarger } = input;
  const row = rowFor(work, imageKey === undefined ? 'text-to-image' : 'product-background');
  const { sizes } = row;
  const [product, reference] = await Promise.all([
    imageKey === undefined ? null : readPhoto(deps, task.userId, imageKey, context.signal),
    referenceOf(work, input, row),
  ]);
  const frame = { aspectRatioId, isLarger, sizes };
  const prepared = await prepare(work, {
    kind: 'scene',
    ...frame,
    product,
    placement,
    maskStyle: row.mask ?? 'white',
    reference: reference ?? undefined,
  });
  const words = sceneWords({ ...input, followsReference: reference !== null });
  const prompt = product === null ? words : backgroundPrompt(words);
  const seed = input.seed + task.variant;
  const size = { widthPx: prepared.widthPx, heightPx: prepared.heightPx };
  const wish = {
    ...size,
    prompt,
    seed,
    ...(prepared.reference !== undefined && { reference: prepared.reference }),
  };
  const { bytes: picture } =
    product === null
      ? await make<'text-to-image'>(work, { capability: 'text-to-image', ...wish })
      : await make<'product-background'>(work, {
          capability: 'product-background',
          ...wish,
          image: given(prepared.image),
          mask: given(prepared.mask),
        });
  const { productPixels, ...renditions } = await finish(work, {
    kind: 'scene',
    ...frame,
    picture,
    product: prepared.cutOut ?? product,
    placement: prepared.placement,
    shadow: (input.shadow ?? DEFAULT_SHADOW).kind,
    keepsProduct: input.engine?.keepsProduct !== false,
  });
  const { heatMapKey, ...stored } = await storePicture(
    task,
    { ...renditions, heatMap: productPixels?.heatMap },
    deps,
    context.signal,
  );
  const scene: StoredScene = {
    ...stored,
    scene: { facts: null, seed: input.seed, placement: prepared.placement ?? null },
    ...(productPixels !== undefined &&
      heatMapKey !== undefined && {
        productPixels: { total: productPixels.total, changed: productPixels.changed, heatMapKey },
      }),
  };
  return { ...scene, engine: recordOf(work, row, { prompt, seed }) };
}

/** The picture to follow; null without one, or for an engine that follows words alone. */
async function referenceOf(
  { task, deps, context }: ProvidedWork,
  { referenceKey, referenceId }: InputOf<'scene'>,
  row: CapabilityRow,
): Promise<Uint8Array | null> {
  if (!row.takesReference) return null;
  if (referenceKey !== undefined) return readPhoto(deps, task.userId, referenceKey, context.signal);
  return referenceId === undefined ? null : deps.referencePicture(referenceId);
}
