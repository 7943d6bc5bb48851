import { randomUUID } from 'node:crypto';
import { ROLES } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { assertPermitted, PERMISSIONS } from './permissions.ts';

const as = (role: (typeof ROLES)[number]) => ({
  userId: randomUUID(),
  organizationId: randomUUID(),
  familyId: randomUUID(),
  role,
});

describe('the table of role permissions', () => {
  it('covers every role', () => {
    expect(Object.keys(PERMISSIONS).toSorted()).toEqual([...ROLES].toSorted());
  });

  it('gives guests no access to History or the organization', () => {
    assertPermitted(as('guest'), 'generations.create');
    for (const permission of ['history.read', 'history.write', 'organization.manage'] as const) {
      expect(() => assertPermitted(as('guest'), permission)).toThrow(
        expect.objectContaining({ code: 'FORBIDDEN' }),
      );
    }
  });

  it('lets only owners and admins manage the organization', () => {
    expect(() => assertPermitted(as('member'), 'organization.manage')).toThrow();
    assertPermitted(as('admin'), 'organization.manage');
    assertPermitted(as('owner'), 'organization.manage');
  });
});
