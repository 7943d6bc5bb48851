import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { useStudio } from '../../state/use-studio.ts';

/** What the scene is set to. */
export const useScene = (): SceneSettings =>
  useStudio((state) => state.document?.edits.scene ?? DEFAULT_SCENE);
