import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { useStudioState } from '../../state/use-studio.ts';

export const useScene = (): SceneSettings =>
  useStudioState((state) => state.document?.edits.scene ?? DEFAULT_SCENE);
