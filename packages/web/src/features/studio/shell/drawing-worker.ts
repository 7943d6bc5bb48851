/** Worker that draws and encodes pictures (started by `off-page.ts`). */
// Imported first, because it prevents later modules from using features that the content security policy blocks.
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { answerJobs } from './answer-jobs.ts';

answerJobs(async (work) => {
  // Before the first job, checks whether the browser returns true pixels from a canvas. Jobs run in any case, because
  // some read no pixels.
  await isReadBackTrue();
  return work();
});
