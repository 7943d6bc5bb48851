/** What a picture's file says of how it came to be, and how that is written into the files that are made of it here. */
import { PRODUCT_TITLE, PRODUCT_VERSION } from '@packshot/contract/product';
import { atLeast, digitalSourceOf, withStep } from '@packshot/contract/provenance/chain';
import type { Provenance, ProvenanceStep } from '@packshot/contract/provenance/chain';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { embedXmp, provenanceIn, stepsIn, xmpPacket } from '@packshot/image-engine/pixels';

/** Our own files have it in front of the picture, WebP behind it. */
const HEAD_BYTES = 256 * 1024;

/** The steps that a file has; null when it has none, as files from before they were written. */
export async function stepsOf(file: Blob): Promise<Provenance | null> {
  const isWebp = file.type === 'image/webp';
  return stepsIn(new Uint8Array(await (isWebp ? file : file.slice(0, HEAD_BYTES)).arrayBuffer()));
}

/**
 * How a picture came to be.
 * @param otherwise what is known of it, for a file without steps
 */
export async function provenanceOf(
  file: Blob,
  otherwise: DigitalSourceType = 'algorithmicallyEnhanced',
): Promise<Provenance> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return stepsIn(bytes) ?? atLeast(provenanceIn(bytes), otherwise);
}

/** What a file itself says, as the server is told it. */
export async function saidOf(file: Blob): Promise<StatedMetadata> {
  return { altText: '', digitalSourceType: digitalSourceOf(await provenanceOf(file)) };
}

/** One more step, that the browser has made. */
export const stepHere = (
  before: Provenance,
  tool: string,
  step: StepHere = { effect: 'alter' },
): Provenance => withStep(before, { tool, engine: ENGINE, ...step });

export type StepHere = Pick<ProvenanceStep, 'effect' | 'ingredient' | 'parameters'>;
export const ENGINE = { name: PRODUCT_TITLE, version: PRODUCT_VERSION } as const;

/** The same PNG, JPEG or WebP, that says what it is. */
export async function saying(file: Blob, provenance: Provenance, altText = ''): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new Blob([...embedXmp(bytes, xmpPacket({ altText, provenance }))], { type: file.type });
}
