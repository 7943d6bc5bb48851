import type { Session } from '@packshot/contract';
import type { TestApi } from './test-api.ts';

/**
 * @param apiOf called when somebody registers
 * @param name begins their addresses
 * @returns registers one person more, from an address of their own, so that limits do not carry over
 */
export function newcomersOf(apiOf: () => TestApi, name: string) {
  let people = 0;
  return async () => {
    people += 1;
    const email = `${name}${people}@shop.example`;
    const body = { email, password: 'rightpass1', first_name: 'Ann', last_name: 'Smith' };
    const session = await apiOf().data<Session>('register', { body, ip: `198.51.100.${people}` });
    const { info, organization_detail: organization } = session;
    return {
      email,
      session,
      access: session.access,
      userId: info.user.id,
      organizationId: organization.id,
    };
  };
}
