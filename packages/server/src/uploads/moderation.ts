import { createHash } from 'node:crypto';
import type { UploadDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Judgment } from './model.ts';

/**
 * Refuses indecent photos, and indecent results of other engines. Results of the built-in engine aren't checked,
 * because they come from uploads. The same bytes are rated once; the score is stored with the upload, so that the
 * operator can change the threshold.
 */
export interface Moderation {
  /**
   * Refuses an upload that was already found indecent, without rating it again.
   * @param judgment null if the upload wasn't rated yet, or if the key isn't an upload
   * @throws DomainError INDECENT_IMAGE
   */
  assertNotFoundIndecent(judgment: Judgment | null): void;
  /**
   * Refuses an indecent result of another engine.
   * @param lookAt returns the result's indecency score
   * @throws DomainError ENGINE_MODERATED
   */
  assertDecentResult(lookAt: () => Promise<number>): Promise<void>;
  /**
   * Refuses indecent bytes.
   * @param bytes current bytes of the object `key`, which may differ from those rated before
   * @param lookAt returns their indecency score, 0 to 1; not called if it is known
   * @throws DomainError INDECENT_IMAGE
   */
  assertDecent(userId: string, key: string, bytes: Uint8Array, lookAt: () => Promise<number>): Promise<void>;
}

/**
 * Creates the moderation service.
 * @param threshold indecency score, 0 to 1, from which a photo is refused; null disables moderation
 */
export function createModeration(database: UploadDatabase, threshold: number | null): Moderation {
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
      // Compares the hash of the bytes with that of the rated bytes. The object can be overwritten while the upload
      // permission is valid (ten minutes).
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
