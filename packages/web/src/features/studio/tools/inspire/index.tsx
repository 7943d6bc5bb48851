/** Inspire tool: makes scenes without a product, from a prompt. */
import { t } from '@packshot/contract/text/translation';
import { lazy } from 'react';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { currentResult, isCutOut } from '../../model/results.ts';
import { compositionStage } from '../scene/composition-stage.tsx';
import { hasSettingsOfResult, INSPIRE } from '../scene/scene-work.ts';

export const INSPIRE_TOOL: StudioTool = {
  name: 'inspire',
  ...TOOL_FACES.inspire,

  works: [INSPIRE],
  needsNoPhoto: true,
  toolForPhoto: 'scene',

  isUnchanged: hasSettingsOfResult,
  describeResult: () => t('Yours to use, in your shop or your ads.'),
  getSourceType: ({ scene }) => (scene?.facts ? 'digitalCreation' : 'trainedAlgorithmicMedia'),
  recordSourceType: 'digitalCreation',
  makesScenes: true,

  Panel: lazy(() => import('./inspire-options.tsx')),
  PhonePanel: lazy(() => import('./phone-inspire.tsx')),
  phonePlace: 'h-[126px]',
  showsPanelInSheet: true,

  stage: compositionStage({
    isOpen: (document) => {
      const result = currentResult(document);
      return result === null || isCutOut(result);
    },
    holdsProduct: false,
  }),
};
