import { describe, expect, it } from 'vitest';
import { SECRET_NAMES } from '../../src/platform/logging/pino-logger.ts';
import { testApp } from '../../src/testing/http/test-app.ts';

const CANARY = 'canary-4b9e';

/**
 * Requests and settings as the server handles them, each with a secret under its usual name. Our code logs none of
 * them, but a future log line might.
 */
const HEADERS: Readonly<Record<string, string>> = {
  authorization: `Bearer ${CANARY}`,
  cookie: `session=${CANARY}`,
  'stripe-signature': `t=1,v1=${CANARY}`,
  'x-api-key': CANARY,
};
const BODIES: Readonly<Record<string, string>> = {
  access: CANARY,
  refresh: CANARY,
  access_token: CANARY,
  refresh_token: CANARY,
  id_token: CANARY,
  token: CANARY,
  'x-gcp-marketplace-token': CANARY,
  password: CANARY,
  client_secret: CANARY,
  signature: CANARY,
  policy: CANARY,
  image_url: `https://studio.example/objects/a.png?signature=${CANARY}`,
  std_url: `https://studio.example/objects/a.png?signature=${CANARY}`,
};
const SETTINGS: Readonly<Record<string, string>> = {
  secret: CANARY,
  secretKey: `sk_live_${CANARY}`,
  webhookSecret: `whsec_${CANARY}`,
  sessionSecret: CANARY,
  secretAccessKey: CANARY,
  databaseUrl: `postgres://app:${CANARY}@db/packshot`,
  apiKey: CANARY,
};
const ANSWER_HEADERS: Readonly<Record<string, string>> = { 'set-cookie': `session=${CANARY}` };

/** Creates an app that logs all available data carelessly, at each nesting level of logged objects. */
function carelessApp() {
  const test = testApp();
  test.app.post('/careless', (request, reply) => {
    const { headers, body } = request;
    const settings = request.headers['x-settings'] === undefined ? {} : SETTINGS;
    request.log.info(headers, 'the headers themselves');
    request.log.info({ headers, body, settings, answer: ANSWER_HEADERS }, 'in a line');
    request.log.info({ call: { headers, body, settings, answer: ANSWER_HEADERS } }, 'in a thing in a line');
    request.log.info(body as object, 'the body itself');
    request.log.info({ ...settings, ...ANSWER_HEADERS }, 'the settings themselves');
    request.log.child({ body, headers }).info({}, 'bound to a logger');
    return reply.send({});
  });
  return test;
}

describe('a log line that contains a whole request by accident', () => {
  it.each([
    ...Object.entries(HEADERS).map(([name, value]) => [name, { headers: { [name]: value } }] as const),
    ...Object.entries(BODIES).map(([name, value]) => [name, { payload: { [name]: value } }] as const),
    ...Object.keys(SETTINGS).map((name) => [name, { headers: { 'x-settings': 'yes' } }] as const),
    ...Object.keys(ANSWER_HEADERS).map((name) => [name, {}] as const),
  ])('shows that there was a %s, but not its value', async (name, request) => {
    const { app, log } = carelessApp();
    const answer = await app.inject({ method: 'POST', url: '/careless', payload: {}, ...request });
    expect(answer.statusCode).toBe(200);
    expect(log()).toContain('in a thing in a line');
    expect(log()).toContain(`"${name}":"[redacted]"`);
    expect(log()).not.toContain(CANARY);
  });

  it('is tested with every redacted name', () => {
    expect(Object.keys({ ...HEADERS, ...BODIES, ...SETTINGS, ...ANSWER_HEADERS }).toSorted()).toEqual(
      [...SECRET_NAMES].toSorted(),
    );
  });
});
