import type { Session } from '@packshot/contract';
import type { TestApi } from './test-api.ts';

/**
 * Creates a function that registers new people.
 * @param getApi called for each registration
 * @param name prefix of their mail addresses
 * @returns a function that registers another person, from a separate network address, so that rate limits don't carry
 * over
 */
export function createNewcomers(getApi: () => TestApi, name: string) {
  let people = 0;
  return async () => {
    people += 1;
    const email = `${name}${people}@shop.example`;
    const body = { email, password: 'rightpass1', first_name: 'Ann', last_name: 'Smith' };
    const session = await getApi().data<Session>('register', { body, ip: `198.51.100.${people}` });
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
