import type { CountedPixels, EngineTool, ErrorCode, Provenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import type { ImageProvider } from '@packshot/image-engine/providers';
import type { TaskLifecycle } from '../lifecycle.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { PresentSigner } from './picture-signer.ts';
import type { Moderation } from '../../uploads/moderation.ts';

export interface ToolDependencies {
  readonly lifecycle: Pick<TaskLifecycle, 'announceAssets'>;
  readonly objects: ObjectStore;
  /** Looks up the provenance of a user's stored result; null for any other key. */
  readonly findProvenance: (userId: string, key: string) => Promise<Provenance | null>;
  /** Looks up how many of the product's pixels differ in a user's stored result; null if they weren't counted. */
  readonly findPixels: (userId: string, key: string) => Promise<CountedPixels | null>;
  readonly engine: ImageEngine;
  readonly signer: PresentSigner;
  /** Returns whether a user wants Content Credentials in pictures for which they are optional. */
  readonly signsPictures: (userId: string) => Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
  /** Returns the other engine (provider) configured for a tool, or null without one. */
  readonly providerFor: (tool: EngineTool) => ImageProvider | null;
  /** Returns the picture of a built-in reference as WebP, or null for an unknown id. */
  readonly referencePicture: (id: string) => Promise<Uint8Array | null>;
  readonly moderation: Moderation;
}

export interface TaskContext {
  /** Aborts if the user cancels, the deadline passes, the process ends, or another worker has the task. */
  readonly signal: AbortSignal;
  /** Reports progress from 0 to 1 over the whole task; may be called at any frequency. */
  readonly report: (progress: number, stage: string) => void;
}

/** Error for invalid input: the task fails with this code immediately, because a retry wouldn't help. */
export class TaskRefusal extends Error {
  readonly code: ErrorCode;
  /** Number of the product at fault in a scene of several, from 1. */
  readonly product: number | undefined;
  constructor(code: ErrorCode, options?: ErrorOptions & { readonly product?: number | undefined }) {
    super(`The task is refused: ${code}`, options);
    this.name = 'TaskRefusal';
    this.code = code;
    this.product = options?.product;
  }
}
