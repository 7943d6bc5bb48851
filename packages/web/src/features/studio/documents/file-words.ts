/** Reads the provenance of a picture from its file, and writes it into files derived from it. */
import { PRODUCT_TITLE, PRODUCT_VERSION } from '@packshot/contract/product';
import { atLeast, digitalSourceFor, withStep } from '@packshot/contract/provenance/chain';
import type { Provenance, ProvenanceStep } from '@packshot/contract/provenance/chain';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { embedXmp, provenanceIn, stepsIn, xmpPacket } from '@packshot/image-engine/pixels';

/** Bytes to read: our own files have the metadata before the picture. A WebP has it at the end and is read whole. */
const HEAD_BYTES = 256 * 1024;

export async function readSteps(file: Blob): Promise<Provenance | null> {
  const isWebp = file.type === 'image/webp';
  return stepsIn(new Uint8Array(await (isWebp ? file : file.slice(0, HEAD_BYTES)).arrayBuffer()));
}

/**
 * Provenance of a picture.
 * @param otherwise source type to assume for a file without provenance
 */
export async function readProvenance(
  file: Blob,
  otherwise: DigitalSourceType = 'algorithmicallyEnhanced',
): Promise<Provenance> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return stepsIn(bytes) ?? atLeast(provenanceIn(bytes), otherwise);
}

export async function readStatedMetadata(file: Blob): Promise<StatedMetadata> {
  return { altText: '', digitalSourceType: digitalSourceFor(await readProvenance(file)) };
}

export const stepHere = (
  before: Provenance,
  tool: string,
  step: StepHere = { effect: 'alter' },
): Provenance => withStep(before, { tool, engine: ENGINE, ...step });

export type StepHere = Pick<ProvenanceStep, 'effect' | 'ingredient' | 'parameters'>;
export const ENGINE = { name: PRODUCT_TITLE, version: PRODUCT_VERSION } as const;

/** Embeds provenance and alternative text in a PNG, JPEG or WebP. */
export async function embedProvenance(file: Blob, provenance: Provenance, altText = ''): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new Blob([...embedXmp(bytes, xmpPacket({ altText, provenance }))], { type: file.type });
}
