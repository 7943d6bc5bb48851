/** The thread on which pictures are drawn and encoded (`off-page.ts` starts it). */
// First: it keeps what loads after it from trying what the content policy refuses.
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { answerJobs } from './answer-jobs.ts';

answerJobs(async (work) => {
  // Tried before the first read; a job that reads nothing back is done all the same.
  await isReadBackTrue();
  return work();
});
