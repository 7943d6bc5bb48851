import { t } from '@packshot/contract/text/translation';
import { Check } from 'lucide';
import { lazy } from 'react';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import type { StudioTool, ToolWork } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { croppingSize, isCropChanged } from './cropping.ts';
import { applyCrop } from './apply-crop.ts';

const CROP: ToolWork = {
  name: 'crop',
  icon: Check,
  label: t('Apply crop'),
  price: 'free',
  reasonNotReady: (document) =>
    isCropChanged(document) ? null : t('Drag the corners, or rotate or straighten the picture.'),
  perform: applyCrop,
};

export const CROP_TOOL: StudioTool = {
  name: 'crop',
  ...TOOL_FACES.crop,

  works: [CROP],

  describeResult: () => t('The whole picture is still there.'),
  getSourceType: () => 'algorithmicallyEnhanced',

  Panel: lazy(() => import('./crop-options.tsx')),
  PhonePanel: lazy(() => import('./phone-crop.tsx')),
  phonePlace: 'h-[156px]',

  stage: {
    isShown: () => true,
    measureSize: croppingSize,
    description: t('Being cropped'),
    isShaded: true,
    reasonNotTakeable: ({ document }) =>
      document && isCropChanged(document) ? t('Apply the crop first.') : null,
    Layers: lazyPart(async () => (await import('../parts.ts')).CropLayers),
  },
};
