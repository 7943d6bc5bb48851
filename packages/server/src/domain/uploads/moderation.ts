import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { DomainError } from '../domain-error.ts';

/**
 * Keeps indecent photos out of the tools. Only uploads are looked at: what a tool made came of uploads. Bytes are judged
 * once; the judgment stays with the upload, the threshold may change.
 */
export interface Moderation {
  /**
   * Refuses an upload that was found indecent before, without a look at it.
   * @throws DomainError INDECENT_IMAGE
   */
  assertNotKnownIndecent(userId: string, key: string): Promise<void>;
  /**
   * Refuses what an engine outside of the product has made, when it looks indecent.
   * @throws DomainError ENGINE_MODERATED
   */
  assertDecentResult(lookAt: () => Promise<number>): Promise<void>;
  /**
   * Refuses bytes that look indecent.
   * @param bytes what is stored under `key` now; they may be others than those that were judged before
   * @param lookAt says how indecent they look, 0 to 1; not asked when that is known
   * @throws DomainError INDECENT_IMAGE
   */
  assertDecent(userId: string, key: string, bytes: Uint8Array, lookAt: () => Promise<number>): Promise<void>;
}

/** @param threshold from which indecency on a photo is refused, 0 to 1; null: none ever is, and none is looked at */
export function createModeration(database: Database, threshold: number | null): Moderation {
  if (threshold === null) {
    return {
      assertNotKnownIndecent: () => Promise.resolve(),
      assertDecent: () => Promise.resolve(),
      assertDecentResult: () => Promise.resolve(),
    };
  }
  const { uploads } = database.stores;
  const assertBelow = (indecency: number): void => {
    if (indecency >= threshold) throw new DomainError('INDECENT_IMAGE');
  };
  return {
    async assertDecentResult(lookAt) {
      if ((await lookAt()) >= threshold) throw new DomainError('ENGINE_MODERATED');
    },

    async assertNotKnownIndecent(userId, key) {
      const judgment = await uploads.judgment(userId, key);
      if (judgment) assertBelow(judgment.indecency);
    },

    async assertDecent(userId, key, bytes, lookAt) {
      const judgment = await uploads.judgment(userId, key);
      if (judgment === undefined) return;
      // An upload's permission lasts ten minutes, and stores let it be used again.
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (judgment?.sha256 === sha256) {
        assertBelow(judgment.indecency);
        return;
      }
      const indecency = await lookAt();
      await uploads.recordJudgment(userId, key, { sha256, indecency });
      assertBelow(indecency);
    },
  };
}
