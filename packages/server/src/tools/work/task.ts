import type { CountedPixels, EngineTool, ErrorCode, Provenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import type { ImageProvider } from '@packshot/image-engine/providers';
import type { TaskLifecycle } from '../lifecycle.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { PresentSigner } from './picture-signer.ts';
import type { Moderation } from '../../uploads/moderation.ts';

/** What tools work with. */
export interface ToolDependencies {
  readonly lifecycle: Pick<TaskLifecycle, 'announceAssets'>;
  readonly objects: ObjectStore;
  /** How a stored result of a user came to be; null for anything else. */
  readonly provenanceOf: (userId: string, key: string) => Promise<Provenance | null>;
  /** What was counted of the product in a stored result of a user's; null where nothing was. */
  readonly pixelsOf: (userId: string, key: string) => Promise<CountedPixels | null>;
  readonly engine: ImageEngine;
  /** Who signs what the engine makes. */
  readonly signer: PresentSigner;
  /** Whether a user wants that. */
  readonly signsPictures: (userId: string) => Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
  /** The provider that the operator has configured for a tool; null without one. */
  readonly providerFor: (tool: EngineTool) => ImageProvider | null;
  /** A built-in reference's picture, WebP; null for an unknown id. */
  readonly referencePicture: (id: string) => Promise<Uint8Array | null>;
  readonly moderation: Moderation;
}

export interface TaskContext {
  /** Aborts when the user cancels, the deadline passes, the process ends, or another worker has the task. */
  readonly signal: AbortSignal;
  /** 0 to 1 over the whole task; may be called as often as one likes. */
  readonly report: (progress: number, stage: string) => void;
}

/** The input is at fault: the task fails with this code at once, and trying again would not help. */
export class TaskRefusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(`The task is refused: ${code}`, options);
    this.name = 'TaskRefusal';
    this.code = code;
  }
}
