import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { DESCRIBE } from './describe-work.ts';

export const DESCRIBE_TOOL: StudioTool = {
  name: 'describe',
  ...TOOL_FACES.describe,

  works: [DESCRIBE],

  getSourceType: () => 'algorithmicallyEnhanced',

  Panel: lazyPart(async () => (await import('../parts.ts')).DescribePanel),
  PhonePanel: lazyPart(async () => (await import('../parts.ts')).PhoneDescribe),
  showsPanelInSheet: true,
};
