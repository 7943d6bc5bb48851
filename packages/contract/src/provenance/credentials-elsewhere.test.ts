import { expect, it } from 'vitest';
import { placeIn } from './credentials-elsewhere.ts';

const failure = (address: string): string => `C2pa(RemoteManifestUrl("${address}"))`;

it.each([
  ['an address', failure('https://user:word@manifests.example.com:81/a?b#c'), 'manifests.example.com'],
  [
    'an address that was cut off',
    failure('https://manifests.example.com/a').slice(0, -5),
    'manifests.example.com',
  ],
  ['an address with look-alike letters', failure('https://\u0430dobe.com/'), 'xn--dobe-43d.com'],
  ['no web address', failure('javascript:alert(1)'), 'an unreadable address'],
  ['no address', failure(''), 'an unreadable address'],
  ['another failure', 'C2pa(JumbfParseError)', null],
])(
  'placeIn reads the host of remote credentials from an error message with %s',
  (_what, readerMessage, place) => {
    expect(placeIn(readerMessage)).toBe(place);
  },
);

it('placeIn shortens a long host at its start, because the end names the owner', () => {
  expect(placeIn(failure(`https://${'adobe.com.'.repeat(20)}elsewhere.example/`))).toMatch(
    /^…[a-z.]{82}\.elsewhere\.example$/,
  );
});
