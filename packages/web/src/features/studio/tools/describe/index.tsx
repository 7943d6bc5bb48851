import { t } from '@packshot/contract/text/translation';
import { MessageSquareText } from 'lucide';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { DESCRIBE } from './describe-work.ts';

export const DESCRIBE_TOOL: StudioTool = {
  name: 'describe',
  icon: MessageSquareText,
  key: 'd',
  promise: t('Describe the product in a sentence or two.'),

  works: [DESCRIBE],

  getSourceType: () => 'algorithmicallyEnhanced',

  Panel: lazyPart(async () => (await import('../parts.ts')).DescribePanel),
  PhonePanel: lazyPart(async () => (await import('../parts.ts')).PhoneDescribe),
  showsPanelInSheet: true,
};
