/**
 * Results that the server has been asked for and that are not in the user's history yet, noted in this browser the moment
 * they are accepted: whatever becomes of the page, the next visit of any page files them (`file-unfiled.ts`).
 */
import { STORAGE_KEYS } from './storage-keys.ts';
import { toolIdSchema } from '@packshot/contract/tools/ids';
import type { ToolId } from '@packshot/contract/tools/ids';
import { z } from 'zod';
import { readCurrentUser } from './current-user.ts';
import { readStoredJson, removeStored, writeStored } from './storage.ts';

const unfiledSchema = z.object({
  taskId: z.uuid(),
  userId: z.string(),
  toolType: toolIdSchema,
  name: z.string(),
});
export type Unfiled = Readonly<z.infer<typeof unfiledSchema>>;

/** More than anybody has under way: the oldest are forgotten rather than the browser's storage filled. */
const NOTED_MAX = 200;

function readAll(): Unfiled[] {
  const stored = readStoredJson(STORAGE_KEYS.unfiled);
  // Each is read by itself: one that is torn takes no other with it.
  return (Array.isArray(stored) ? stored : []).flatMap((entry) => unfiledSchema.safeParse(entry).data ?? []);
}

function write(entries: readonly Unfiled[]): void {
  if (entries.length === 0) removeStored(STORAGE_KEYS.unfiled);
  else writeStored(STORAGE_KEYS.unfiled, JSON.stringify(entries.slice(-NOTED_MAX)));
}

/** Notes tasks that were accepted; a guest's are not kept. */
export function noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void {
  const user = readCurrentUser();
  if (user === null || user.is_guest) return;
  const others = readAll().filter(({ taskId }) => !taskIds.includes(taskId));
  write([...others, ...taskIds.map((taskId) => ({ taskId, userId: user.id, toolType, name }))]);
}

/** They are filed, or never will be. */
export function forgetUnfiled(taskIds: readonly string[]): void {
  const entries = readAll();
  const rest = entries.filter(({ taskId }) => !taskIds.includes(taskId));
  if (rest.length < entries.length) write(rest);
}

/** Those of who is signed in. */
export function readUnfiled(): Unfiled[] {
  const userId = readCurrentUser()?.id;
  return readAll().filter((entry) => entry.userId === userId);
}

/** Leaves nothing of a user behind in this browser. */
export function forgetUnfiledOf(userId: string): void {
  const entries = readAll();
  const rest = entries.filter((entry) => entry.userId !== userId);
  if (rest.length < entries.length) write(rest);
}
