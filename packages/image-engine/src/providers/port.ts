import type { CostClass, EngineFailureCode, ProviderId } from '@packshot/contract';
import type { MaskStyle } from '../pixels/scene/mask-picture.ts';
import type { Sizes } from '../pixels/scene/provider-sizes.ts';

/*
 * Interface to external engines: one request type per capability. Each adapter is a separate file; vendor-specific code
 * exists only in adapters. Capabilities have the names that vendors use instead of the names of our tools. One tool may
 * use several of them (a scene uses `product-background` or `text-to-image`, magic edit uses `inpaint` or `erase`),
 * each with its own request type.
 */

type Png = Uint8Array;

interface RequestSize {
  /** Size of the picture that is sent, and of the result unless a field says otherwise. */
  readonly widthPx: number;
  readonly heightPx: number;
}

interface TextToImage extends RequestSize {
  readonly capability: 'text-to-image';
  readonly prompt: string;
  readonly seed: number;
  /** Reference picture; sent only if the engine's capability row allows it. */
  readonly reference?: Png;
}

/** Request to paint a scene around a product. */
interface ProductBackground extends RequestSize {
  readonly capability: 'product-background';
  readonly prompt: string;
  /** Picture of the product at its position, on plain gray. */
  readonly image: Png;
  /** Area to be painted: everything except the product, in the mask style of the engine's capability row. */
  readonly mask: Png;
  readonly seed: number;
  readonly reference?: Png;
}

/** Request to paint the content of the prompt inside the mask. */
interface Inpaint extends RequestSize {
  readonly capability: 'inpaint';
  readonly prompt: string;
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** Request to continue the surroundings inside the mask, which removes an object. */
interface Erase extends RequestSize {
  readonly capability: 'erase';
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** Request to make everything around the picture's object transparent. */
interface RemoveBackground extends RequestSize {
  readonly capability: 'remove-background';
  readonly image: Png;
}

/** Request to enlarge the picture to `row.upscaleFactor` times its width and height. */
interface Upscale extends RequestSize {
  readonly capability: 'upscale';
  readonly image: Png;
  readonly seed: number;
}

/** Request to light the product like its surroundings. */
interface Relight extends RequestSize {
  readonly capability: 'relight';
  readonly image: Png;
  /** Mask of the product, in the mask style of the engine's capability row. */
  readonly mask: Png;
  readonly seed: number;
}

/** Request to describe a product in one or two sentences. */
interface Describe extends RequestSize {
  readonly capability: 'describe';
  readonly image: Png;
}

/** Request to suggest scenes for a described product. */
interface PromptAssist {
  readonly capability: 'prompt-assist';
  readonly description: string;
  readonly suggestions: number;
}

export type ProviderRequest =
  | TextToImage
  | ProductBackground
  | Inpaint
  | Erase
  | RemoveBackground
  | Upscale
  | Relight
  | Describe
  | PromptAssist;
export type Capability = ProviderRequest['capability'];
export type RequestOf<Name extends Capability> = Extract<ProviderRequest, { readonly capability: Name }>;

/**
 * Picture from an engine whose header was checked: known type, complete, of the requested aspect ratio and large
 * enough. Not decoded yet.
 */
export interface ProvidedPicture {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}
export interface ProvidedText {
  readonly text: string;
}
export interface ProvidedPrompts {
  readonly prompt: string;
  readonly suggestions: readonly string[];
}
export type CapabilityAnswer<Name extends Capability> = Name extends 'describe'
  ? ProvidedText
  : Name extends 'prompt-assist'
    ? ProvidedPrompts
    : ProvidedPicture;

/** Capability of an engine, described as data. */
export interface CapabilityRow {
  readonly capability: Capability;
  readonly sizes: Sizes;
  /** Number of pictures per request; for several pictures, several requests are sent. */
  readonly count: 1;
  readonly takesReference: boolean;
  readonly takesSeed: boolean;
  /** Style of masks for this engine, or null if no mask is sent. */
  readonly mask: MaskStyle | null;
  readonly costClass: CostClass;
  /** Factor by which the engine enlarges; set only for `upscale`. */
  readonly upscaleFactor?: number;
}

export interface ProviderCall {
  readonly signal: AbortSignal;
  /** Called with the progress that the engine reports, 0 to 1; never called for engines that report none. */
  readonly onProgress: (fraction: number) => void;
}

export interface ImageProvider {
  readonly id: ProviderId;
  /** Display name of the engine. */
  readonly name: string;
  /** Name of the model, or null if the engine's server chooses it. */
  readonly model: string | null;
  readonly rows: readonly CapabilityRow[];
  /**
   * Runs a request. When aborted, cancels it on the vendor's server where possible.
   * @throws ProviderFailure, or the signal's reason when aborted
   */
  run<Name extends Capability>(request: RequestOf<Name>, call: ProviderCall): Promise<CapabilityAnswer<Name>>;
  /**
   * Checks that the engine responds and accepts our key. Free of charge.
   * @throws ProviderFailure if it doesn't
   */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** Finds a provider's row for a capability; undefined if the provider doesn't have it. */
export const findRow = (
  provider: Pick<ImageProvider, 'rows'>,
  capability: Capability,
): CapabilityRow | undefined => provider.rows.find((row) => row.capability === capability);

/**
 * Error for a request that an engine failed. `code` and its message are defined in the API contract; `detail` is for
 * the log and contains no secrets.
 */
export class ProviderFailure extends Error {
  readonly code: EngineFailureCode;
  readonly provider: ProviderId;

  constructor(provider: ProviderId, code: EngineFailureCode, detail: string, options?: ErrorOptions) {
    super(`${provider}: ${code}: ${detail}`, options);
    this.name = 'ProviderFailure';
    this.code = code;
    this.provider = provider;
  }
}
