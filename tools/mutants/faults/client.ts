import type { Fault } from '../fault.ts';

const TRANSPORT = 'packages/client/src/transport.ts';
const TESTS = ['packages/client/test/client.test.ts'] as const;

export const CLIENT_FAULTS: readonly Fault[] = [
  {
    id: 'client-one-key',
    area: 'client',
    statement: 'All attempts of a call have one idempotency key, so that it is charged once.',
    file: TRANSPORT,
    find: '...headers,',
    replace: `...headers, ...('idempotency-key' in headers && { 'idempotency-key': crypto.randomUUID() }),`,
    tests: TESTS,
  },
  {
    id: 'client-retry-after',
    area: 'client',
    statement: 'A limit is waited for as long as the server says.',
    file: TRANSPORT,
    find: 'return retryAfter === undefined ? pauseMs(failures) : retryAfter * 1000;',
    replace: 'return pauseMs(failures);',
    tests: TESTS,
  },
  {
    id: 'client-no-redirects',
    area: 'client',
    statement: 'A key is not sent on to where a redirect leads.',
    file: TRANSPORT,
    find: `redirect: 'manual',`,
    replace: `redirect: 'follow',`,
    tests: TESTS,
  },
  {
    id: 'client-failed-jobs',
    area: 'client',
    statement: 'A job that failed is not asked for again: the same call is answered by the same job.',
    file: TRANSPORT,
    find: 'if (jobId !== undefined) return null;',
    replace: '',
    tests: TESTS,
  },
];
