/**
 * Checks whether an existing file is the result that the command would make: the provenance in the file names its
 * photo and settings.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Provenance } from '@packshot/contract';
import { detectImageFormat, stepsIn } from '@packshot/image-engine/pixels';
import { provenanceAfter, createStep } from '@packshot/image-engine/provenance';
import type { ProvenanceInput } from '@packshot/image-engine/provenance';

/**
 * @param before provenance of the photo from which the result would be made
 * @param fileRecipe settings for writing the file, such as its format and quality
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

/**
 * Checks that a PNG, JPEG or WebP file isn't truncated; AVIF files aren't checked. We write files atomically, but a
 * copy of one may be incomplete.
 */
export function isWhole(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const format = detectImageFormat(file);
  if (format === 'png') return bytes.subarray(-8, -4).equals(PNG_END);
  if (format === 'jpeg') return bytes.readUInt16BE(bytes.length - 2) === 0xff_d9;
  if (format === 'webp') return bytes.readUInt32LE(4) + 8 === bytes.length;
  return format === 'avif';
}
