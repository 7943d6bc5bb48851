import type { Tools } from '../state/studio-context.ts';
import { CROP_TOOL } from './crop/index.tsx';
import { CUT_OUT_TOOL } from './cut-out/index.tsx';
import { DESCRIBE_TOOL } from './describe/index.tsx';
import { HARMONIZE_TOOL } from './harmonize/index.tsx';
import { INSPIRE_TOOL } from './inspire/index.tsx';
import { MAGIC_TOOL } from './magic/index.tsx';
import { SCENE_TOOL } from './scene/index.tsx';
import { UPSCALE_TOOL } from './upscale/index.tsx';

export const TOOLS: Tools = {
  'cut-out': CUT_OUT_TOOL,
  crop: CROP_TOOL,
  scene: SCENE_TOOL,
  inspire: INSPIRE_TOOL,
  magic: MAGIC_TOOL,
  harmonize: HARMONIZE_TOOL,
  upscale: UPSCALE_TOOL,
  describe: DESCRIBE_TOOL,
};
