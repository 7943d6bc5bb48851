import { expect, it } from 'vitest';
import { placeIn } from './kept-elsewhere.ts';

const failure = (address: string): string => `C2pa(RemoteManifestUrl("${address}"))`;

it.each([
  ['an address', failure('https://user:word@manifests.example.com:81/a?b#c'), 'manifests.example.com'],
  ['one that was cut off', failure('https://manifests.example.com/a').slice(0, -5), 'manifests.example.com'],
  ['letters that look like others', failure('https://\u0430dobe.com/'), 'xn--dobe-43d.com'],
  ['no web address', failure('javascript:alert(1)'), 'an unreadable address'],
  ['no address', failure(''), 'an unreadable address'],
  ['another failure', 'C2pa(JumbfParseError)', null],
])('placeIn finds the host of %s', (_what, readerMessage, place) => {
  expect(placeIn(readerMessage)).toBe(place);
});

it('placeIn keeps the end of a long host, which names its owner', () => {
  expect(placeIn(failure(`https://${'adobe.com.'.repeat(20)}elsewhere.example/`))).toMatch(
    /^…[a-z.]{82}\.elsewhere\.example$/,
  );
});
