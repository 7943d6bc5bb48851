import { hasBilling } from '../../lib/page/installation.ts';
import type { DeveloperPage } from '@packshot/contract/api/developer-pages';

export interface PageEntry {
  /** Name of the page in the address; null for the first page. */
  readonly page: DeveloperPage | null;
  readonly title: string;
  /** Sections with IDs and titles, which the search finds. */
  readonly sections: readonly (readonly [id: string, title: string])[];
}

export const PAGES: readonly PageEntry[] = [
  {
    page: null,
    title: 'Start',
    sections: [
      ['key', 'Get a test key'],
      ['picture', 'Your first picture'],
      ['facts', 'Read the result'],
      ['scene', 'Place a product in a scene'],
      ['live', 'Go live'],
      ['client', 'The TypeScript client'],
      ['command-line', 'The command line'],
    ],
  },
  { page: 'reference', title: 'API reference', sections: [] },
  {
    page: 'errors',
    title: 'Errors',
    sections: [
      ['simulate', 'Simulate errors'],
      ['codes', 'All codes'],
    ],
  },
  {
    page: 'limits',
    title: 'Limits and retries',
    sections: [
      ['rates', 'Rate limits'],
      ['idempotency', 'Idempotency: retry without paying twice'],
      ['waiting', 'Waiting, jobs and events'],
      ['versions', 'Versions'],
      ['usage', 'Usage'],
    ],
  },
  {
    page: 'webhooks',
    title: 'Webhooks',
    sections: [
      ['events', 'Events'],
      ['verify', 'Verify the signature'],
      ['retries', 'Retries and order'],
      ['local', 'Try it on your machine'],
    ],
  },
  {
    page: 'other-clients',
    title: 'From remove.bg or rembg',
    sections: [
      ['remove-bg', 'remove.bg clients'],
      ['rembg', 'rembg clients'],
    ],
  },
  {
    page: 'agents',
    title: 'Agents',
    sections: [
      ['server', 'With this server'],
      ...(hasBilling() ? [['price', 'Get a quote first'] as const] : []),
      ['tools', 'Tools'],
      ['machine', 'On your own machine'],
    ],
  },
  { page: 'changes', title: 'Changes', sections: [] },
  { page: 'studio', title: 'The web app’s API', sections: [] },
];
