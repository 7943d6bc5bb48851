/** Files what an earlier page asked for and did not see the end of, on whatever page one comes back to. */
import { isTerminal } from '@packshot/contract/tools/tasks';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { ApiError } from './api-error.ts';
import { followTasks } from './event-stream.ts';
import { thumbnailOf } from './renditions.ts';
import { saveRecord } from './saved-records.ts';
import { forgetUnfiled, readUnfiled } from './unfiled.ts';
import type { Unfiled } from './unfiled.ts';

export interface Filing {
  follow(taskId: string): Promise<TaskState | undefined>;
  save: typeof saveRecord;
  thumbnail(url: string): Promise<Blob | null>;
}

const realFiling: Filing = {
  follow: async (taskId) => (await followTasks([taskId])).at(0),
  save: saveRecord,
  thumbnail: async (url) => thumbnailOf(await (await fetch(url)).blob()),
};

/**
 * Waits for the noted tasks and files what they made. Filing twice makes one record, so that it does not matter whether the
 * Create page, or another tab, does the same meanwhile.
 * Never rejects: what could not be filed is tried again on the next page.
 */
export async function fileUnfiled(filing: Filing = realFiling): Promise<void> {
  await Promise.all(
    readUnfiled().map(async (entry) => {
      try {
        await fileOne(filing, entry);
        forgetUnfiled([entry.taskId]);
      } catch (error) {
        console.warn('A result was not filed in history.', error);
        if (isFinal(error)) forgetUnfiled([entry.taskId]);
      }
    }),
  );
}

async function fileOne(filing: Filing, { taskId, toolType, name }: Unfiled): Promise<void> {
  const task = await filing.follow(taskId);
  if (!task || !isTerminal(task.status)) throw new Error('The task has not ended.');
  const { key, std_url: standardUrl, image_url: fullUrl } = task.result ?? {};
  // A task that failed or was cancelled leaves nothing to file.
  if (task.status !== 'SUCCESS' || key === undefined) return;
  const url = standardUrl ?? fullUrl;
  const thumbnail = url === undefined ? null : await filing.thumbnail(url).catch(withoutThumbnail);
  await filing.save({ toolType, name, key, thumbnail });
}

function withoutThumbnail(error: unknown): null {
  console.warn('No thumbnail for history.', error);
  return null;
}

const GONE: readonly number[] = [400, 404, 409, 422];
/** The server knows of no such task or picture any more: it will not tomorrow either. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.status);
