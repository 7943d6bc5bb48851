import type { Role } from '@packshot/contract';
import { DomainError } from '../domain-error.ts';
import type { Caller } from './caller.ts';

export type Permission =
  | 'account.read'
  | 'account.write'
  | 'credits.read'
  | 'uploads.create'
  | 'generations.create'
  | 'generations.read'
  | 'generations.cancel'
  | 'downloads.create'
  | 'history.read'
  | 'history.write'
  | 'catalog.read'
  | 'catalog.write'
  | 'keys.manage'
  | 'organization.read'
  | 'organization.manage'
  | 'webhooks.manage'
  | 'buckets.use'
  | 'buckets.manage'
  | 'billing.manage';

const GUEST: readonly Permission[] = [
  'account.read',
  'credits.read',
  'uploads.create',
  'generations.create',
  'generations.read',
  'generations.cancel',
  'downloads.create',
];
const MEMBER: readonly Permission[] = [
  ...GUEST,
  'account.write',
  'keys.manage',
  'organization.read',
  'history.read',
  'history.write',
  'catalog.read',
  'catalog.write',
  'buckets.use',
];
const ADMIN: readonly Permission[] = [
  ...MEMBER,
  'organization.manage',
  'webhooks.manage',
  'buckets.manage',
  'billing.manage',
];

export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  guest: GUEST,
  member: MEMBER,
  admin: ADMIN,
  owner: ADMIN,
};

export function assertPermitted(caller: Pick<Caller, 'role'>, permission: Permission): void {
  if (!PERMISSIONS[caller.role].includes(permission)) throw new DomainError('FORBIDDEN');
}
