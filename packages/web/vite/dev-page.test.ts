import { expect, it } from 'vitest';
import { relaxedPolicy } from './dev-page.ts';

it('the dev page relaxes its content policy only for scripts and styles with the nonce, and for sockets', () => {
  const policy =
    "default-src 'self';script-src 'self';script-src-attr 'none';style-src 'self';connect-src 'self' blob:;require-trusted-types-for 'script'";
  expect(relaxedPolicy(policy, 'abc')).toBe(
    "default-src 'self';script-src 'self' 'nonce-abc';script-src-attr 'none';style-src 'self' 'nonce-abc';connect-src 'self' blob: ws: wss:;require-trusted-types-for 'script'",
  );
});
