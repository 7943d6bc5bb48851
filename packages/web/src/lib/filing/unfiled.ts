/**
 * List of tasks whose results aren't in the user's history yet. This browser stores the list as soon as the server
 * accepts the tasks. The next visit to any page then stores their results, whatever happens to this page
 * (`file-unfiled.ts`).
 */
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { toolIdSchema } from '@packshot/contract/tools/ids';
import type { ToolId } from '@packshot/contract/tools/ids';
import { z } from 'zod';
import { readCurrentUser } from '../session/current-user.ts';
import { readStoredJson, removeStored, writeStored } from '../state/storage.ts';

const unfiledSchema = z.object({
  taskId: z.uuid(),
  userId: z.string(),
  toolType: toolIdSchema,
  name: z.string(),
});
export type Unfiled = Readonly<z.infer<typeof unfiledSchema>>;

/** Maximum number of listed tasks; the oldest are dropped. */
const NOTED_MAX = 200;

function readAll(): Unfiled[] {
  const stored = readStoredJson(STORAGE_KEYS.unfiled);
  // Parses each entry separately, so that a broken entry doesn't affect the others.
  return (Array.isArray(stored) ? stored : []).flatMap((entry) => unfiledSchema.safeParse(entry).data ?? []);
}

function write(entries: readonly Unfiled[]): void {
  if (entries.length === 0) removeStored(STORAGE_KEYS.unfiled);
  else writeStored(STORAGE_KEYS.unfiled, JSON.stringify(entries.slice(-NOTED_MAX)));
}

/** Notes accepted tasks until their results are in the history. A guest has no history, so the tasks wait. */
export function noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void {
  const user = readCurrentUser();
  if (user === null) return;
  const others = readAll().filter(({ taskId }) => !taskIds.includes(taskId));
  write([...others, ...taskIds.map((taskId) => ({ taskId, userId: user.id, toolType, name }))]);
}

/** Removes tasks from the list whose results are stored, or never will be. */
export function forgetUnfiled(taskIds: readonly string[]): void {
  const entries = readAll();
  const rest = entries.filter(({ taskId }) => !taskIds.includes(taskId));
  if (rest.length < entries.length) write(rest);
}

export function readUnfiled(): Unfiled[] {
  const userId = readCurrentUser()?.id;
  return readAll().filter((entry) => entry.userId === userId);
}

/** Transfers a guest's entries to the account that the guest has signed in to. */
export function passUnfiledOn(guestId: string, userId: string): void {
  const entries = readAll();
  if (entries.some((entry) => entry.userId === guestId))
    write(entries.map((entry) => (entry.userId === guestId ? { ...entry, userId } : entry)));
}

export function forgetUnfiledForUser(userId: string): void {
  const entries = readAll();
  const rest = entries.filter((entry) => entry.userId !== userId);
  if (rest.length < entries.length) write(rest);
}
