import { ERRORS } from '@packshot/contract';
import type { EndpointName, ErrorCode, Session } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { brokenInvariants } from './invariants.ts';
import { ManualClock } from './manual-clock.ts';
import { startTestApi } from './test-api.ts';
import type { ApiRequest, TestApi } from './test-api.ts';

/** Starts an API for account tests, with helpers for new users. Checks the database's invariants after each test. */
export function accountSuite() {
  const clock = new ManualClock();
  let started: TestApi | undefined;
  beforeAll(async () => {
    started = await startTestApi({ clock });
  });
  afterAll(() => started?.stop());
  afterEach(async () => {
    expect(await brokenInvariants(suite.api.services.pool)).toEqual([]);
  });

  let people = 0;
  const suite = {
    clock,
    get api(): TestApi {
      if (started === undefined) throw new Error('The suite has not begun');
      return started;
    },

    /**
     * Creates the form of a new person with their own network address, so that rate limits don't carry over between
     * tests.
     */
    newPerson() {
      people += 1;
      return {
        form: {
          email: `person${people}@shop.example`,
          password: 'rightpass1',
          first_name: 'Ann',
          last_name: 'O’Neill',
        },
        ip: `198.51.100.${people}`,
      };
    },

    /** Registers a new person, or turns the given guest into a member. */
    async newAccount(guest?: Session) {
      const { form, ip } = suite.newPerson();
      const request = { body: form, ip, ...(guest && { access: guest.access }) };
      const session = await suite.api.data<Session>('register', request);
      return { ...form, ip, session };
    },

    /** Returns the token of the last link mailed to an address; empty if there is none. */
    async readLink(email: string): Promise<string> {
      await suite.api.deliverMails();
      const mail = suite.api.services.mails.findLast(({ to }) => to === email);
      return /(?:verify-email=|reset-password\/)([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    },

    async expectRefusal(name: EndpointName, request: ApiRequest, code: ErrorCode): Promise<void> {
      const answer = await suite.api.send(name, request);
      expect({ status: answer.statusCode, ...answer.json<object>() }).toMatchObject({
        status: ERRORS[code].status,
        code,
        message: ERRORS[code].message,
      });
    },

    refreshWith: (session: Session) =>
      suite.api.send('refreshSession', { body: { refresh: session.refresh } }),
  };
  return suite;
}
