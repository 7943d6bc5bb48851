import type { MadeScene } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { StoredSceneInput } from '../tools/kinds/scene.ts';
import type { RunDependencies } from './dependencies.ts';

/**
 * Reads the settings of a scene that the caller made, so that a run can make it again in its own sizes.
 * @throws DomainError NOT_FOUND for a scene of another user, by another engine, or without exactly one product
 */
export async function findMadeScene(
  { stores }: RunDependencies['database'],
  { userId }: Caller,
  sceneKey: string,
): Promise<MadeScene> {
  const origin = await stores.records.findOrigin(userId, sceneKey);
  if (!origin || !('scene' in origin.result)) throw new DomainError('NOT_FOUND');
  const { placement, facts } = origin.result.scene;
  if (!placement || !facts?.look || facts.beside?.length) throw new DomainError('NOT_FOUND');
  const {
    look,
    shadow,
    matchPercent,
    view,
    aspectRatioId,
    isOwnLook = look === undefined,
  } = origin.input as StoredSceneInput;
  return {
    look: facts.look,
    placement,
    aspectRatioId,
    isOwnLook,
    ...(shadow && { shadow }),
    ...(matchPercent !== undefined && { matchPercent }),
    ...(view && { view }),
  };
}
