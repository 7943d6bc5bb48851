import type { CostClass, EngineFailureCode, ProviderId } from '@packshot/contract';
import type { MaskStyle } from '../pixels/providers/mask-picture.ts';
import type { Sizes } from '../pixels/providers/sizes.ts';

/*
 * Engines outside of the product, seen from inside: one request and one result type for each thing that they can be asked for. An
 * adapter is one file beside this one; nothing that is a vendor's own is known anywhere else.
 */

/** A picture in a file, PNG. */
type Png = Uint8Array;

interface Size {
  /** Of the picture that is sent, and of the one that is expected back unless a field says otherwise. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A picture of words. */
export interface TextToImage extends Size {
  readonly capability: 'text-to-image';
  readonly prompt: string;
  readonly seed: number;
  /** A picture to follow; given only where the row says so. */
  readonly reference?: Png;
}

/** A scene painted around a product. */
export interface ProductBackground extends Size {
  readonly capability: 'product-background';
  readonly prompt: string;
  /** The product where it is to stand, on plain gray. */
  readonly image: Png;
  /** What may be painted: everything but the product, in the row's mask style. */
  readonly mask: Png;
  readonly seed: number;
  readonly reference?: Png;
}

/** What the prompt says, inside the mask. */
export interface Inpaint extends Size {
  readonly capability: 'inpaint';
  readonly prompt: string;
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** What surrounds the mask, continued inside it. */
export interface Erase extends Size {
  readonly capability: 'erase';
  readonly image: Png;
  readonly mask: Png;
  readonly seed: number;
}

/** The same picture with transparency around its object. */
export interface RemoveBackground extends Size {
  readonly capability: 'remove-background';
  readonly image: Png;
}

/** The same picture, `row.upscaleFactor` times as wide and high. */
export interface Upscale extends Size {
  readonly capability: 'upscale';
  readonly image: Png;
  readonly seed: number;
}

/** The same picture with the product lit as its surroundings are. */
export interface Relight extends Size {
  readonly capability: 'relight';
  readonly image: Png;
  /** The product, in the row's mask style. */
  readonly mask: Png;
  readonly seed: number;
}

/** What is to be seen on a product, in one or two sentences. */
export interface Describe extends Size {
  readonly capability: 'describe';
  readonly image: Png;
}

/** Scenes for a described product. */
export interface PromptAssist {
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

/** A picture whose header was read: known type, whole, of the size that was asked for. It is not decoded yet. */
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
export type AnswerOf<Name extends Capability> = Name extends 'describe'
  ? ProvidedText
  : Name extends 'prompt-assist'
    ? ProvidedPrompts
    : ProvidedPicture;

/** What one engine can do of one thing, as data. */
export interface CapabilityRow {
  readonly capability: Capability;
  readonly sizes: Sizes;
  /** Pictures that one request makes; more are asked for one by one. */
  readonly count: 1;
  readonly takesReference: boolean;
  readonly takesSeed: boolean;
  /** Null where no mask is sent. */
  readonly mask: MaskStyle | null;
  readonly costClass: CostClass;
  /** Of `upscale` alone. */
  readonly upscaleFactor?: number;
}

/** Under which conditions a request is made. */
export interface ProviderCall {
  readonly signal: AbortSignal;
  /** True progress, 0 to 1; not called by engines that tell none. */
  readonly onProgress: (fraction: number) => void;
}

export interface ImageProvider {
  readonly id: ProviderId;
  /** As people know it. */
  readonly name: string;
  /** Null where the server decides. */
  readonly model: string | null;
  readonly rows: readonly CapabilityRow[];
  /** Does what is asked. Throws ProviderFailure, or the signal's reason when aborted (the vendor is told, where it can be). */
  run<Name extends Capability>(request: RequestOf<Name>, call: ProviderCall): Promise<AnswerOf<Name>>;
  /** Resolves when the engine answers and accepts our key. Costs nothing. Throws ProviderFailure. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** What a provider says of one of its capabilities; undefined when it lacks it. */
export const rowOf = (
  provider: Pick<ImageProvider, 'rows'>,
  capability: Capability,
): CapabilityRow | undefined => provider.rows.find((row) => row.capability === capability);

/** An engine did not do what it was asked. `code` and its message are the contract's, `detail` is for the log and holds no secret. */
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
