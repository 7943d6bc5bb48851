/** Checks whether an existing result is the one that would be made: the file states its photo and settings. */
import { isDeepStrictEqual } from 'node:util';
import type { Provenance } from '@packshot/contract';
import { detectImageFormat, stepsIn } from '@packshot/image-engine/pixels';
import { provenanceAfter, createStep } from '@packshot/image-engine/provenance';
import type { ProvenanceInput } from '@packshot/image-engine/provenance';

/**
 * @param before provenance of the photo that it would be made from
 * @param fileRecipe settings for writing the file
 */
export function isExistingResult(
  file: Uint8Array,
  before: Provenance,
  toolRequest: ProvenanceInput,
  fileRecipe: string,
): boolean {
  const embeddedProvenance = isWhole(file) ? stepsIn(file) : null;
  const last = embeddedProvenance?.steps.at(-1);
  if (embeddedProvenance === null || last === undefined) return false;
  const expected = provenanceAfter([before], createStep(toolRequest, { effect: 'alter' }, null));
  const expectedStep = expected.steps.at(-1);
  return (
    isDeepStrictEqual(embeddedProvenance.original, before.original) &&
    isDeepStrictEqual(embeddedProvenance.steps.slice(0, -1), expected.steps.slice(0, -1)) &&
    last.tool === expectedStep?.tool &&
    last.engine.version === expectedStep.engine.version &&
    last.parameters?.['recipe'] === expectedStep.parameters?.['recipe'] &&
    last.parameters?.['file'] === fileRecipe
  );
}

const PNG_END = Buffer.from('IEND');

/** Our files are written atomically, but a copy may be truncated. */
export function isWhole(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const format = detectImageFormat(file);
  if (format === 'png') return bytes.subarray(-8, -4).equals(PNG_END);
  if (format === 'jpeg') return bytes.readUInt16BE(bytes.length - 2) === 0xff_d9;
  if (format === 'webp') return bytes.readUInt32LE(4) + 8 === bytes.length;
  return format === 'avif';
}
