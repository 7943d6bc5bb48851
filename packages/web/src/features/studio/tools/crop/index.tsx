/** Cropping: a part of the picture, upright. */
import { Crop } from 'lucide-react';
import { lazy } from 'react';
import type { StudioTool } from '../../state/studio-context.ts';
import { CropLayers } from './crop-layers.tsx';
import { CROP } from './crop-work.ts';
import { croppingSize } from './cropping.ts';

export const CROP_TOOL: StudioTool = {
  name: 'crop',
  icon: Crop,
  key: 'k',
  promise: 'Crop, straighten or rotate it.',

  works: [CROP],

  factOf: () => 'The whole picture is still there.',
  sourceTypeOf: () => 'algorithmicallyEnhanced',

  Panel: lazy(() => import('./crop-options.tsx')),
  PhonePanel: lazy(() => import('./phone-crop.tsx')),
  phonePlace: 'h-[156px]',

  stage: {
    isShown: () => true,
    sizeOf: croppingSize,
    description: 'Being cropped',
    isShaded: true,
    reasonNotTakeable: () => 'Apply the crop first.',
    Layers: CropLayers,
  },
};
