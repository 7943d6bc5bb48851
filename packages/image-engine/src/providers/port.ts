import type { CostClass, EngineFailureCode, ProviderId } from '@packshot/contract';
import type { MaskStyle } from '../pixels/scene/mask-picture.ts';
import type { Sizes } from '../pixels/scene/provider-sizes.ts';

/*
 * The port to external engines: one request type and one result type per capability. Each adapter is a file beside this
 * one; vendor-specific code exists only there. Capabilities keep the names that vendors use instead of our tools'
 * names. One tool may use several of them (a scene uses `product-background` or `text-to-image`, magic uses `inpaint`
 * or `erase`), each with a request of its own.
 */

/** An encoded PNG. */
type Png = Uint8Array;

interface RequestSize {
  /** Size of the sent picture, and of the result unless a field says otherwise. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Generates a picture from a prompt. */
interface TextToImage extends RequestSize {
  readonly capability: 'text-to-image';
  readonly prompt: string;
  readonly seed: number;
  /** Reference picture; given only if the row allows it. */
  readonly reference?: Png;
}

/** Paints a scene around a product. */
interface ProductBackground extends RequestSize {
  readonly capability: 'product-background';
  readonly prompt: string;
  /** Product at its position, on plain gray. */
  readonly image: Png;
  /** Area to paint: everything except the product, in the row's mask style. */
  readonly mask: Png;
  readonly seed: number;
  readonly reference?: Png;
}

/** Paints the prompt inside the mask. */
interface Inpaint extends RequestSize {
  readonly capability: 'inpaint';
  readonly prompt: string;
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** Continues the surroundings inside the mask. */
interface Erase extends RequestSize {
  readonly capability: 'erase';
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** Makes everything around the picture's object transparent. */
interface RemoveBackground extends RequestSize {
  readonly capability: 'remove-background';
  readonly image: Png;
}

/** Enlarges the picture to `row.upscaleFactor` times its width and height. */
interface Upscale extends RequestSize {
  readonly capability: 'upscale';
  readonly image: Png;
  readonly seed: number;
}

/** Lights the product like its surroundings. */
interface Relight extends RequestSize {
  readonly capability: 'relight';
  readonly image: Png;
  /** Mask of the product, in the row's mask style. */
  readonly mask: Png;
  readonly seed: number;
}

/** Describes a product in one or two sentences. */
interface Describe extends RequestSize {
  readonly capability: 'describe';
  readonly image: Png;
}

/** Suggests scenes for a described product. */
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

/** A picture whose header was checked: known type, complete, of the requested size. Not decoded yet. */
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

/** Capability of an engine, as data. */
export interface CapabilityRow {
  readonly capability: Capability;
  readonly sizes: Sizes;
  /** Pictures per request; several pictures take several requests. */
  readonly count: 1;
  readonly takesReference: boolean;
  readonly takesSeed: boolean;
  /** Mask style, or null if no mask is sent. */
  readonly mask: MaskStyle | null;
  readonly costClass: CostClass;
  /** Only for `upscale`. */
  readonly upscaleFactor?: number;
}

/** The context of a request. */
export interface ProviderCall {
  readonly signal: AbortSignal;
  /** Real progress, 0 to 1; never called by engines that report none. */
  readonly onProgress: (fraction: number) => void;
}

export interface ImageProvider {
  readonly id: ProviderId;
  /** Display name. */
  readonly name: string;
  /** Model, or null if the server decides. */
  readonly model: string | null;
  readonly rows: readonly CapabilityRow[];
  /**
   * Runs a request. When aborted, cancels it at the vendor where possible.
   * @throws ProviderFailure, or the signal's reason when aborted
   */
  run<Name extends Capability>(request: RequestOf<Name>, call: ProviderCall): Promise<CapabilityAnswer<Name>>;
  /**
   * Resolves when the engine answers and accepts our key. Free of charge.
   * @throws ProviderFailure
   */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** Finds a provider's row for a capability; undefined if it lacks the capability. */
export const findRow = (
  provider: Pick<ImageProvider, 'rows'>,
  capability: Capability,
): CapabilityRow | undefined => provider.rows.find((row) => row.capability === capability);

/** Thrown if an engine fails a request. `code` and its message come from the contract; `detail` is for the log and contains no secrets. */
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
