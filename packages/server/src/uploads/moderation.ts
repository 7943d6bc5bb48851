import { createHash } from 'node:crypto';
import type { Database } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Judgment } from './model.ts';

/**
 * Keeps indecent photos out of the tools. Only uploads are judged, because results of tools come from
 * uploads. Bytes are judged once; the judgment is stored with the upload, while the threshold may change.
 */
export interface Moderation {
  /**
   * Refuses an upload that was already found indecent, without judging it again.
   * @param judgment null when it was not judged yet, or is no upload
   * @throws DomainError INDECENT_IMAGE
   */
  assertNotFoundIndecent(judgment: Judgment | null): void;
  /**
   * Refuses a result of another engine that looks indecent.
   * @throws DomainError ENGINE_MODERATED
   */
  assertDecentResult(lookAt: () => Promise<number>): Promise<void>;
  /**
   * Refuses bytes that look indecent.
   * @param bytes the current bytes under `key`; they may differ from those judged before
   * @param lookAt returns their indecency, 0 to 1; not called when that is known
   * @throws DomainError INDECENT_IMAGE
   */
  assertDecent(userId: string, key: string, bytes: Uint8Array, lookAt: () => Promise<number>): Promise<void>;
}

/** @param threshold the indecency, 0 to 1, from which a photo is refused; null switches moderation off */
export function createModeration(database: Database, threshold: number | null): Moderation {
  if (threshold === null) {
    return {
      assertNotFoundIndecent: () => {},
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

    assertNotFoundIndecent(judgment) {
      if (judgment !== null) assertBelow(judgment.indecency);
    },

    async assertDecent(userId, key, bytes, lookAt) {
      const judgment = await uploads.judgment(userId, key);
      if (judgment === undefined) return;
      // An upload permission lasts ten minutes, during which stores accept another upload.
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
