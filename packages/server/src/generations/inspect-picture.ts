import type { ImageEngine } from '@packshot/image-engine';
import { ImageRefusal } from '@packshot/image-engine/pixels';
import { DomainError } from '../domain/domain-error.ts';
import type { InspectPicture } from '../domain/ports/inspect-picture.ts';

/** In the engine's own process, because pictures are strangers'. */
export function createPictureInspector(openEngine: () => Promise<ImageEngine>): InspectPicture {
  return async (picture, signal) => {
    const engine = await openEngine();
    try {
      const { format, stagesMs: _, ...seen } = await engine.run('inspect', { picture }, { signal });
      return { ...seen, mediaType: `image/${format}` };
    } catch (error) {
      if (error instanceof ImageRefusal) throw new DomainError(error.code, { cause: error });
      const { JobLimitError } = await import('@packshot/image-engine');
      if (error instanceof JobLimitError) throw new DomainError('TASK_TOO_HEAVY', { cause: error });
      throw error;
    }
  };
}
