/** Worker that draws and encodes pictures (started by `off-page.ts`). */
// Imported first: it prevents later modules from using features that the content policy blocks.
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { answerJobs } from './answer-jobs.ts';

answerJobs(async (work) => {
  // Checked before the first job; jobs that read nothing back run even if it fails.
  await isReadBackTrue();
  return work();
});
