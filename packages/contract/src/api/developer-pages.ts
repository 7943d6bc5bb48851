/** Pages for developers below `/api/docs`. */
export const DEVELOPER_PAGES = [
  'reference',
  'errors',
  'limits',
  'webhooks',
  'other-clients',
  'agents',
  'changes',
  'studio',
] as const;
export type DeveloperPage = (typeof DEVELOPER_PAGES)[number];
