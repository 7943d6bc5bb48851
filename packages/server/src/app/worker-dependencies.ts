import type { WebhookDeliverer } from '../api/webhooks/deliver.ts';
import type { RunDeliverer } from '../catalog/deliver-run.ts';
import type { EventForwarder } from '../service/events/forwarding.ts';
import type { MailService } from '../service/mail/mail-service.ts';
import type { TaskJobDependencies } from '../tools/jobs/task-runner.ts';

export interface WorkerDependencies extends TaskJobDependencies {
  readonly mailService: MailService;
  readonly eventForwarder: EventForwarder;
  readonly webhookDelivery: WebhookDeliverer;
  readonly runDelivery: RunDeliverer;
}
