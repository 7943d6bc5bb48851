import { randomUUID } from 'node:crypto';
import type { RecordStores } from './stores.ts';
import type { ToolKinds } from '../tools/tool.ts';
import { knownFacts } from './origin.ts';
import type { ResultOrigin } from '../tools/model.ts';

/** A result of an API call, which no browser will save. */
interface UnseenResult extends ResultOrigin {
  readonly userId: string;
  readonly name: string;
}

/** Saves a result to its owner's History, once. Results that are texts are skipped. */
export async function saveResult(
  { records }: RecordStores,
  tools: ToolKinds,
  { userId, name, ...origin }: UnseenResult,
  now: Date,
): Promise<void> {
  const originFacts = knownFacts(tools, origin);
  if (originFacts === null) return;
  await records.insertOrFind({
    id: randomUUID(),
    userId,
    name,
    isVisible: true,
    isStarred: false,
    confirmedAt: now,
    deletedAt: null,
    ...originFacts,
    keys: { thumb: null, ...originFacts.keys },
  });
}
