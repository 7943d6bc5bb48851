import type { Database } from './stores.ts';
import type { RunDelivery } from '../catalog/deliver-run.ts';
import type { EventForwarder } from '../service/events/forwarding.ts';
import type { TaskLifecycle } from '../tools/lifecycle.ts';
import type { MailService } from '../service/mail/mail-service.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { TaskFeed } from '../tools/task-feed-port.ts';
import type { WebhookDelivery } from '../api/webhooks/deliver.ts';
import type { ToolDependencies } from '../tools/work/task.ts';

/** What handlers work with. */
export interface WorkerDependencies extends ToolDependencies {
  readonly database: Database;
  readonly lifecycle: TaskLifecycle;
  /** Tells of canceled tasks. */
  readonly cancellations: TaskFeed;
  readonly mailService: MailService;
  readonly eventForwarder: EventForwarder;
  readonly webhookDelivery: WebhookDelivery;
  readonly runDelivery: RunDelivery;
  readonly tracing: Tracing;
  readonly logger: Logger;
}
