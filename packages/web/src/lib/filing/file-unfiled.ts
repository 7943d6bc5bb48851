/**
 * Stores results in the history that an earlier page requested but couldn't store itself. These also include results of
 * a guest who now has an account. Runs on the next page that the user opens.
 */
import { isTerminal } from '@packshot/contract/tools/tasks';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { ApiError } from '../api/api-error.ts';
import { followTasks } from '../api/event-stream.ts';
import { createThumbnail } from '../files/renditions.ts';
import { keepsHistory, saveRecord } from './saved-records.ts';
import { announceFiled } from './filed.ts';
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
  thumbnail: async (url) => createThumbnail(await (await fetch(url)).blob()),
};

/**
 * Waits for the unfiled tasks and stores their results in the history. Storing a result twice has no effect, so the
 * Create page or another tab may do the same meanwhile. A guest's tasks wait for an account. Never rejects: the next
 * page tries again after a failure.
 */
export async function fileUnfiled(filing: Filing = realFiling): Promise<void> {
  if (!keepsHistory()) return;
  let isAnyFiled = false;
  await Promise.all(
    readUnfiled().map(async (entry) => {
      try {
        await fileOne(filing, entry);
        isAnyFiled = true;
        forgetUnfiled([entry.taskId]);
      } catch (error) {
        console.warn('A result was not filed in history.', error);
        if (isFinal(error)) forgetUnfiled([entry.taskId]);
      }
    }),
  );
  if (isAnyFiled) announceFiled();
}

async function fileOne(filing: Filing, { taskId, toolType, name }: Unfiled): Promise<void> {
  const task = await filing.follow(taskId);
  if (!task || !isTerminal(task.status)) throw new Error('The task has not ended.');
  const { key, std_url: standardUrl, image_url: fullUrl } = task.result ?? {};
  // Skips a failed or canceled task, which has no result.
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
/** Whether retrying wouldn't help, for example because the server no longer knows the task or picture. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.status);
