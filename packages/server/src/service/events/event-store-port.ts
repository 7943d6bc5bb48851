import type { TrackedEvent } from '@packshot/contract';

export interface EventStore {
  insert(userId: string, events: readonly TrackedEvent[]): Promise<void>;
}
