import { createHash } from 'node:crypto';
import type { UploadDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Judgment } from './model.ts';

/**
 * Keeps indecent photos out of the tools. Only uploads are judged, because results of tools come from uploads. Bytes
 * are judged once; the judgment is stored with the upload, so that the threshold may change.
 */
export interface Moderation {
  /**
   * Refuses an upload that was already found indecent, without judging it again.
   * @param judgment null if it wasn't judged yet or isn't an upload
   * @throws DomainError INDECENT_IMAGE
   */
  assertNotFoundIndecent(judgment: Judgment | null): void;
  /**
   * Refuses an indecent result of another engine.
   * @throws DomainError ENGINE_MODERATED
   */
  assertDecentResult(lookAt: () => Promise<number>): Promise<void>;
  /**
   * Refuses indecent bytes.
   * @param bytes current bytes under `key`, which may differ from those judged before
   * @param lookAt returns their indecency, 0 to 1; not called if it is known
   * @throws DomainError INDECENT_IMAGE
   */
  assertDecent(userId: string, key: string, bytes: Uint8Array, lookAt: () => Promise<number>): Promise<void>;
}

/** @param threshold indecency, 0 to 1, from which a photo is refused; null disables moderation */
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
      // Compares hashes, because stores accept another upload during the ten minutes of an upload permission.
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
