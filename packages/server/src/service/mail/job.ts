import type { JobHandler } from '../../platform/queue/job.ts';
import type { MailService } from './mail-service.ts';

export const jobName = 'mail';

/** Writes and sends one mail. Throws to retry if sending failed. */
export const handle: JobHandler<typeof jobName, { readonly mailService: MailService }> = async (
  order,
  { mailService },
) => mailService.deliver(order);
