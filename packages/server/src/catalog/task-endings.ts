import type { Clock } from '../platform/clock.ts';
import { saveResult } from '../records/save-result.ts';
import type { TaskEndings } from '../tools/lifecycle.ts';
import type { ClaimedTask, StoredTaskResult } from '../tools/model.ts';
import type { ToolKinds } from '../tools/tool.ts';
import { failItem, finishItem, skipItem } from './finish-item.ts';
import type { CatalogStores } from './stores.ts';

/** Handlers for the end of a task: finish the run item that it belongs to, and save results of API calls to History. */
export const createTaskEndings = (tools: ToolKinds, clock: Clock): TaskEndings => ({
  async recordSuccess(stores: CatalogStores, requestId: string, task: ClaimedTask, result: StoredTaskResult) {
    await finishItem(stores, requestId, result);
    // Results of browser tasks aren't saved here, because browsers save their own composed picture.
    if (task.callTerms === undefined) return;
    const { name } = task.callTerms;
    await saveResult(stores, tools, { ...task, result, name }, clock.now());
  },
  recordFailure: failItem,
  recordCancel: skipItem,
});
