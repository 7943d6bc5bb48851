/** Processes photos on this machine. */
import { provenanceAfter, provenanceOfFile, createStep } from '@packshot/image-engine/provenance';
import type { Provenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { isExistingResult } from '../outputs/already.ts';
import type { Item, Output } from '../outputs/plan.ts';
import { textFile } from '../outputs/write.ts';
import { encodeFile, fileRecipe, signedOrPlain } from './finish.ts';
import type { FileSettings, Signing } from './finish.ts';
import { makeResults, placeResult } from './make-results.ts';
import type { Maker, PhotoResult, ResultSettings, WorkOptions } from './make-results.ts';
import { withRetry } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { PhotoTask } from './tool.ts';

export interface WorkSettings extends ResultSettings, Signing {
  readonly file: FileSettings;
}

interface OpenedPhoto {
  readonly bytes: Uint8Array;
  readonly before: Provenance;
  readonly task: PhotoTask;
}

/**
 * Yields the outcomes of one photo, one for each result.
 * @throws only the reason of the abort signal
 */
export function workOn(
  item: Item,
  engine: ImageEngine,
  settings: WorkSettings,
  options: WorkOptions,
): AsyncGenerator<Outcome> {
  const maker: Maker<OpenedPhoto> = {
    credits: 0,
    async open(photo, bytes) {
      const task = await settings.job.of(photo, photo);
      const pictures = [bytes, ...(task.madeFrom ?? [])];
      return { bytes, before: provenanceAfter(pictures.map(provenanceOfFile), null), task };
    },
    isResult: (file, { before, task }) =>
      isExistingResult(file, before, task.provenanceInput, fileRecipe(settings.file)),
    start: async (opened) => ({
      result: (output) => produceResult(opened, output, engine, settings, options),
    }),
  };
  return makeResults(item, maker, settings, options.signal);
}

async function produceResult(
  { bytes, before, task }: OpenedPhoto,
  { path, variant }: Output,
  engine: ImageEngine,
  settings: WorkSettings,
  options: WorkOptions,
): Promise<PhotoResult> {
  const { signal } = options;
  const startedAt = performance.now();
  const toolResult = await withRetry(() => task.make(engine, bytes, variant, options), signal);
  const finishPhoto = async (file: Uint8Array): Promise<PhotoResult> => {
    const placed = await placeResult(file, path, settings);
    const ms = Math.round(performance.now() - startedAt);
    return { ...placed, ms, ...(toolResult.facts !== undefined && { facts: toolResult.facts }) };
  };
  if (toolResult.kind === 'text') return finishPhoto(textFile(toolResult, path));
  const { png, widthPx, heightPx, step, measured, sure } = toolResult;
  // Adds the file settings, such as the format, which are set only on this machine. The tool's own settings are the
  // same on a server, which always returns PNG files.
  const parameters = { ...step.parameters, file: fileRecipe(settings.file) };
  const provenance = provenanceAfter(
    [before],
    createStep(task.provenanceInput, { ...step, parameters }, null),
  );
  const file = await encodeFile(engine, { png, widthPx, heightPx, provenance }, settings.file, signal);
  // The engine measured the PNG, so the measurement holds only for a PNG file.
  const onFile = settings.file.format === 'png' ? measured : undefined;
  const signed = await signedOrPlain(engine, { bytes: file, measured: onFile }, provenance, settings, signal);
  const result = await finishPhoto(signed.bytes);
  return { ...result, width: widthPx, height: heightPx, signed: signed.isSigned, ...sure };
}
