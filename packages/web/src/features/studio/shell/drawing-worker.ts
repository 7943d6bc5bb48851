/** Worker that draws and encodes pictures (started by `off-page.ts`). */
// Imported first, because it prevents later modules from using features that the content security policy blocks.
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { answerJobs } from './answer-jobs.ts';

answerJobs(async (work) => {
  // Checks before the first job whether read pixels are true. Some jobs read none, so they run anyway.
  await isReadBackTrue();
  return work();
});
