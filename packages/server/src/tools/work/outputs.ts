import { createHash } from 'node:crypto';
import { EXTENSIONS } from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { ToolResult } from '@packshot/image-engine';
import type { StoredOutput, StoredOutputs } from '../model.ts';
import { createAsset, signFile } from './pictures.ts';
import type { KeepContext } from './pictures.ts';

const THUMB = { extension: 'webp', contentType: 'image/webp' } as const;

/** Files that a recipe made, and the measurements of files for a sales channel, by output. */
export interface MadeOutputs extends ToolResult<'recipe'> {
  readonly measured: ReadonlyMap<string, PictureFacts>;
}

/** Stores every file of a recipe, each of them signed, and a thumbnail of the first. */
export async function storeOutputs(
  {
    outputs: renderedOutputs,
    thumb,
    cutOut,
    doubts,
    doubtfulAt,
    style,
    provenance,
    recipeHash,
    measured,
  }: MadeOutputs,
  keepContext: KeepContext,
): Promise<StoredOutputs> {
  const context = { ...keepContext, provenance };
  const { task, deps, signal } = context;
  const files = await signFile(
    renderedOutputs.map(({ file }) => ({ bytes: file })),
    context,
  );
  const storedOutputs = renderedOutputs.map((output, place) => {
    const bytes = files[place] ?? output.file;
    const { id, format, widthPx, heightPx, scale } = output;
    const type = { extension: EXTENSIONS[format], contentType: `image/${format}` };
    const asset = createAsset(task, place === 0 ? 'full' : 'output', type, bytes, `output-${id}`);
    const stored: StoredOutput = {
      id,
      key: asset.key,
      format,
      widthPx,
      heightPx,
      sizeBytes: bytes.byteLength,
      sha256: asset.sha256,
      unsignedSha256: createHash('sha256').update(output.file).digest('hex'),
      measured: measured.get(id),
      scale,
    };
    return { bytes, asset, stored };
  });
  const [first] = storedOutputs;
  if (first === undefined) throw new RangeError('A recipe has at least one output');
  const small = createAsset(task, 'standard', THUMB, thumb);
  await deps.lifecycle.announceAssets([small, ...storedOutputs.map(({ asset }) => asset)]);
  signal.throwIfAborted();
  await deps.objects.write(small.key, thumb, { contentType: small.contentType });
  for (const { asset, bytes } of storedOutputs) {
    await deps.objects.write(asset.key, bytes, { contentType: asset.contentType });
  }
  const { key, widthPx, heightPx } = first.stored;
  return {
    fullKey: key,
    standardKey: small.key,
    widthPx,
    heightPx,
    provenance,
    recipeHash,
    outputs: storedOutputs.map(({ stored }) => stored),
    cutOutFacts: cutOut,
    doubts,
    doubtfulAt,
    style,
  };
}
