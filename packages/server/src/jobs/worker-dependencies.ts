import type { EngineTool } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import type { ImageProvider } from '@packshot/image-engine/providers';
import type { Database } from '../domain/database.ts';
import type { EventForwarder } from '../domain/events/forwarding.ts';
import type { TaskLifecycle } from '../domain/generations/lifecycle.ts';
import type { MailService } from '../domain/mail/mail-service.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { TaskFeed } from '../domain/ports/task-feed.ts';
import type { Moderation } from '../domain/uploads/moderation.ts';

/** What handlers work with. */
export interface WorkerDependencies {
  readonly database: Database;
  readonly lifecycle: TaskLifecycle;
  readonly objects: ObjectStore;
  readonly engine: ImageEngine;
  /** The engine that the operator has configured for a tool instead; null without one. */
  readonly providerFor: (tool: EngineTool) => ImageProvider | null;
  /** A built-in reference's picture, WebP; null for an id that is none. */
  readonly referencePicture: (id: string) => Promise<Uint8Array | null>;
  readonly moderation: Moderation;
  /** Tells of cancelled tasks. */
  readonly cancellations: TaskFeed;
  readonly mailService: MailService;
  readonly eventForwarder: EventForwarder;
  readonly logger: Logger;
}
