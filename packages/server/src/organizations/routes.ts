import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { OrganizationService } from './service.ts';

export const organizationRoutes = (organizations: OrganizationService) =>
  ({
    registerDemo: async ({ input, from, captchaSolution }) => ({
      data: { id: await organizations.requestDemo(input, from, captchaSolution) },
    }),
    getOrganization: async ({ caller }) => ({ data: await organizations.read(caller) }),
    updateOrganization: async ({ caller, input }) => ({
      data: await organizations.rename(caller, input.name),
    }),
    inviteMember: async ({ caller, input }) => ({
      data: await organizations.invite(caller, input.email, input.role),
    }),
    withdrawInvitation: async ({ caller, params }) => ({
      data: await organizations.withdraw(caller, params.id),
    }),
    acceptInvitation: async ({ caller, input, from }) => ({
      data: await organizations.accept(caller, input.token, from),
    }),
    changeMemberRole: async ({ caller, params, input }) => ({
      data: await organizations.changeRole(caller, params.user_id, input.role),
    }),
    removeMember: async ({ caller, params }) => ({
      data: await organizations.remove(caller, params.user_id),
    }),
    leaveOrganization: async ({ caller, from }) => ({ data: await organizations.leave(caller, from) }),
  }) satisfies Partial<Handlers>;
