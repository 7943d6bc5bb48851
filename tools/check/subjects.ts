/**
 * Subjects of the product: one list for the folders of the contract, the server, the web app's features and the
 * documents. Ordered from the bottom up: the server's folder of a subject may import the ones before it. The import
 * check fails for a folder that isn't listed, and for a listed folder that doesn't exist.
 */
export interface ProductSubject {
  readonly name: string;
  /** Folder below packages/contract/src. */
  readonly contract?: string;
  /** Folder below packages/server/src. */
  readonly server?: string;
  /** Folders below packages/web/src/features. */
  readonly web?: readonly string[];
  /** Pages below docs. */
  readonly docs?: readonly string[];
}

export const SUBJECTS: readonly ProductSubject[] = [
  { name: 'credits', contract: 'credits', server: 'credits' },
  { name: 'accounts', contract: 'accounts', server: 'accounts', web: ['account', 'sign-in'] },
  { name: 'organizations', contract: 'organizations', server: 'organizations' },
  {
    name: 'billing',
    contract: 'billing',
    server: 'billing',
    web: ['pricing', 'demo'],
    docs: ['accounts-and-payments.md'],
  },
  {
    name: 'api',
    contract: 'api',
    server: 'api',
    web: ['developers'],
    docs: ['api.md', 'webhooks.md', 'agents.md'],
  },
  { name: 'buckets', contract: 'buckets', server: 'buckets' },
  { name: 'uploads', server: 'uploads' },
  {
    name: 'provenance',
    contract: 'provenance',
    server: 'provenance',
    web: ['verify'],
    docs: ['provenance.md'],
  },
  { name: 'tools', contract: 'tools', server: 'tools', web: ['studio'], docs: ['engines.md', 'quality.md'] },
  { name: 'records', contract: 'records', server: 'records', web: ['history'] },
  { name: 'catalog', contract: 'catalog', server: 'catalog', web: ['catalog'], docs: ['catalog.md'] },
  { name: 'channels', contract: 'channels', docs: ['channels.md'] },
  {
    name: 'service',
    contract: 'service',
    server: 'service',
    web: ['operator', 'home', 'legal', 'not-found'],
    docs: ['operations.md', 'backup.md', 'configuration.md'],
  },
];

/** Folders that belong to no subject, by package. */
export const SHARED_FOLDERS: Readonly<Record<'contract' | 'server' | 'web', readonly string[]>> = {
  contract: ['testing', 'text'],
  server: ['platform', 'compat', 'app', 'compose', 'testing'],
  web: [],
};

/** Tables of another subject to which a store may write, within its own transaction. */
export const WRITES_ACROSS_SUBJECTS: readonly { store: string; table: string; why: string }[] = [
  {
    store: 'organizations/organization-store.ts',
    table: 'organizations',
    why: 'Accounts create them with each user.',
  },
  {
    store: 'organizations/organization-store.ts',
    table: 'memberships',
    why: 'Accounts create them with each user.',
  },
  { store: 'billing/billing-store.ts', table: 'organizations', why: 'The plan is read with each account.' },
  {
    store: 'credits/ledger-store.ts',
    table: 'generation_requests',
    why: 'A request settles with its entry, in one statement.',
  },
  {
    store: 'tools/request-store.ts',
    table: 'uploads',
    why: 'A request keeps its pictures from being swept.',
  },
];
