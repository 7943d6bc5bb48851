/** Describe: what the picture shows, in words. */
import { MessageSquareText } from 'lucide-react';
import type { StudioTool } from '../../state/studio-context.ts';
import { DescribePanel, PhoneDescribe } from './describe-options.tsx';
import { DESCRIBE } from './describe-work.ts';

export const DESCRIBE_TOOL: StudioTool = {
  name: 'describe',
  icon: MessageSquareText,
  key: 'd',
  promise: 'Describe the product in a sentence or two.',

  works: [DESCRIBE],

  sourceTypeOf: () => 'algorithmicallyEnhanced',

  Panel: DescribePanel,
  PhonePanel: PhoneDescribe,
  showsPanelInSheet: true,
};
