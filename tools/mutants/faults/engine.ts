import type { Fault } from '../fault.ts';

const HTTP = 'packages/image-engine/src/providers/http';

export const ENGINE_FAULTS: readonly Fault[] = [
  {
    id: 'engine-look-up-judged',
    area: 'engine',
    statement: 'A name that leads into a private network is not connected to.',
    file: `${HTTP}/exchange.ts`,
    find: 'connect: { lookup: publicLookup(resolve) }',
    replace: 'connect: {}',
    tests: [`${HTTP}/exchange.test.ts`],
  },
  {
    id: 'engine-address-judged',
    area: 'engine',
    statement: 'An address of a private network is not connected to.',
    file: `${HTTP}/exchange.ts`,
    find: 'if (!mayBePrivate) assertPublicLiteral(url.hostname);',
    replace: '',
    tests: [`${HTTP}/exchange.test.ts`],
  },
  {
    id: 'engine-every-address-judged',
    area: 'engine',
    statement: 'One private address among those of a name is enough to refuse it.',
    file: `${HTTP}/addresses.ts`,
    find: 'addresses.find(',
    replace: 'addresses.slice(0, 1).find(',
    tests: [`${HTTP}/addresses.test.ts`],
  },
  {
    id: 'engine-mapped-address',
    area: 'engine',
    statement: 'IPv4 in disguise is judged as what it is.',
    file: `${HTTP}/addresses.ts`,
    find: "parsed.range() === 'unicast' && ",
    replace: '/^(unicast|ipv4Mapped)$/.test(ipaddr.parse(address).range()) && ',
    tests: [`${HTTP}/addresses.test.ts`],
  },
  {
    id: 'engine-answer-size',
    area: 'engine',
    statement: 'An answer that is too large is not read any further.',
    file: `${HTTP}/exchange.ts`,
    find: 'maxResponseSize: MAX_ANSWER_BYTES,',
    replace: '',
    tests: [`${HTTP}/exchange.test.ts`],
  },
  {
    id: 'engine-aborted-call-keeps-place',
    area: 'engine',
    statement: 'A call that was aborted keeps its place until the engine has been told to stop.',
    file: `${HTTP}/rate-limiter.ts`,
    find: '{ signal: waiting.signal }',
    replace: '{ signal }',
    tests: [`${HTTP}/rate-limiter.test.ts`],
  },
  {
    id: 'engine-calls-in-any-minute',
    area: 'engine',
    statement: 'The limit of calls a minute holds for any minute.',
    file: `${HTTP}/rate-limiter.ts`,
    find: ', strict: true',
    replace: '',
    tests: [`${HTTP}/rate-limiter.test.ts`],
  },
];
