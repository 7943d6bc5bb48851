import type { JobHandler } from '../../platform/queue/job.ts';
import type { MailService } from './mail-service.ts';

export const jobName = 'mail';

/** Writes and sends one mail. Throws if sending failed, so that the queue retries the job. */
export const handle: JobHandler<typeof jobName, { readonly mailService: MailService }> = async (
  order,
  { mailService },
) => mailService.deliver(order);
