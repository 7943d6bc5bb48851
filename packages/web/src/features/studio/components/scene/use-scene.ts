import { DEFAULT_SCENE } from '../../document/scene-settings.ts';
import type { SceneSettings } from '../../document/scene-settings.ts';
import { useStudio } from '../../use-studio.ts';

/** What the scene is set to. */
export const useScene = (): SceneSettings =>
  useStudio((state) => state.document?.edits.scene ?? DEFAULT_SCENE);
