import type { ProviderId } from '@packshot/contract';
import type { Sizes } from '../pixels/scene/provider-sizes.ts';
import type { CapabilityRow } from './port.ts';

/*
 * Capabilities of the external engines, as data. The server decides by this table which tools it offers, pictures are
 * prepared by it, docs/engines.md is generated from it, and a test checks every adapter against it.
 */

/** Picture sizes that all of OpenAI's image models support. */
const OPENAI_SIZES: Sizes = {
  kind: 'listed',
  sizes: [
    { widthPx: 1024, heightPx: 1024 },
    { widthPx: 1536, heightPx: 1024 },
    { widthPx: 1024, heightPx: 1536 },
  ],
};
/**
 * Picture sizes for Stability, which accepts sides from 64 px and up to 9,437,184 pixels; we send at most 2 megapixels.
 */
const STABILITY_SIZES: Sizes = { kind: 'any', multiplePx: 1, minSidePx: 64, maxPixels: 2_000_000 };
/** Picture sizes of Stable Image Core: aspect ratios 1:1, 3:2, 2:3, 16:9, 9:16, 5:4 and 4:5. */
const STABILITY_CORE_SIZES: Sizes = {
  kind: 'listed',
  sizes: [
    { widthPx: 1536, heightPx: 1536 },
    { widthPx: 1536, heightPx: 1024 },
    { widthPx: 1024, heightPx: 1536 },
    { widthPx: 1536, heightPx: 864 },
    { widthPx: 864, heightPx: 1536 },
    { widthPx: 1280, heightPx: 1024 },
    { widthPx: 1024, heightPx: 1280 },
  ],
};
/**
 * Picture sizes for diffusion models. Their latents have an eighth of the size, in blocks of eight, so sides are
 * multiples of 64. SDXL was trained on about one megapixel.
 */
const DIFFUSION_SIZES: Sizes = { kind: 'any', multiplePx: 64, minSidePx: 512, maxPixels: 1_200_000 };

const BASE = { count: 1, takesReference: false, takesSeed: true, mask: null } as const;

export const CAPABILITIES: Readonly<Record<ProviderId, readonly CapabilityRow[]>> = {
  openai: [
    {
      ...BASE,
      capability: 'text-to-image',
      sizes: OPENAI_SIZES,
      takesSeed: false,
      takesReference: true,
      costClass: 'cents',
    },
    {
      ...BASE,
      capability: 'product-background',
      sizes: OPENAI_SIZES,
      takesSeed: false,
      takesReference: true,
      mask: 'transparent',
      costClass: 'tens-of-cents',
    },
    {
      ...BASE,
      capability: 'inpaint',
      sizes: OPENAI_SIZES,
      takesSeed: false,
      mask: 'transparent',
      costClass: 'tens-of-cents',
    },
    {
      ...BASE,
      capability: 'erase',
      sizes: OPENAI_SIZES,
      takesSeed: false,
      mask: 'transparent',
      costClass: 'tens-of-cents',
    },
  ],
  stability: [
    { ...BASE, capability: 'text-to-image', sizes: STABILITY_CORE_SIZES, costClass: 'cents' },
    {
      ...BASE,
      capability: 'product-background',
      sizes: STABILITY_SIZES,
      takesReference: true,
      mask: 'white',
      costClass: 'cents',
    },
    { ...BASE, capability: 'inpaint', sizes: STABILITY_SIZES, mask: 'white', costClass: 'cents' },
    { ...BASE, capability: 'erase', sizes: STABILITY_SIZES, mask: 'white', costClass: 'cents' },
    {
      ...BASE,
      capability: 'remove-background',
      sizes: { kind: 'any', multiplePx: 1, minSidePx: 64, maxPixels: 4_194_304 },
      takesSeed: false,
      costClass: 'cents',
    },
    {
      ...BASE,
      capability: 'upscale',
      // The fast upscaler accepts sides of 32 to 1536 px and up to one megapixel, and quadruples the sides.
      sizes: { kind: 'any', multiplePx: 1, minSidePx: 32, maxPixels: 1_048_576 },
      takesSeed: false,
      upscaleFactor: 4,
      costClass: 'cents',
    },
    { ...BASE, capability: 'relight', sizes: STABILITY_SIZES, mask: 'white', costClass: 'cents' },
  ],
  comfyui: [
    {
      ...BASE,
      capability: 'text-to-image',
      sizes: DIFFUSION_SIZES,
      takesReference: true,
      costClass: 'own-hardware',
    },
    {
      ...BASE,
      capability: 'product-background',
      sizes: DIFFUSION_SIZES,
      takesReference: true,
      mask: 'white',
      costClass: 'own-hardware',
    },
    { ...BASE, capability: 'inpaint', sizes: DIFFUSION_SIZES, mask: 'white', costClass: 'own-hardware' },
    { ...BASE, capability: 'erase', sizes: DIFFUSION_SIZES, mask: 'white', costClass: 'own-hardware' },
    {
      ...BASE,
      capability: 'upscale',
      sizes: { kind: 'any', multiplePx: 1, minSidePx: 32, maxPixels: 2_250_000 },
      takesSeed: false,
      upscaleFactor: 4,
      costClass: 'own-hardware',
    },
    { ...BASE, capability: 'relight', sizes: DIFFUSION_SIZES, mask: 'white', costClass: 'own-hardware' },
  ],
  automatic1111: [
    { ...BASE, capability: 'text-to-image', sizes: DIFFUSION_SIZES, costClass: 'own-hardware' },
    {
      ...BASE,
      capability: 'product-background',
      sizes: DIFFUSION_SIZES,
      mask: 'white',
      costClass: 'own-hardware',
    },
    { ...BASE, capability: 'inpaint', sizes: DIFFUSION_SIZES, mask: 'white', costClass: 'own-hardware' },
    { ...BASE, capability: 'erase', sizes: DIFFUSION_SIZES, mask: 'white', costClass: 'own-hardware' },
  ],
  chat: [
    {
      ...BASE,
      capability: 'describe',
      sizes: { kind: 'any', multiplePx: 1, minSidePx: 8, maxPixels: 1_000_000 },
      takesSeed: false,
      costClass: 'cents',
    },
    {
      ...BASE,
      capability: 'prompt-assist',
      sizes: { kind: 'any', multiplePx: 1, minSidePx: 8, maxPixels: 1_000_000 },
      takesSeed: false,
      costClass: 'cents',
    },
  ],
};
