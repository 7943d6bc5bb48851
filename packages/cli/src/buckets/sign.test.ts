import { expect, it } from 'vitest';
import { encodeUri, signRequest } from './sign.ts';

it('the signature of a request for an S3 object matches Amazon’s example', () => {
  const headers = signRequest(
    {
      method: 'GET',
      address: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      body: new Uint8Array(),
    },
    { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    'us-east-1',
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(headers['authorization']).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  expect(headers).not.toHaveProperty('host');
});

it('the signature of a request for a list of S3 objects matches Amazon’s example', () => {
  const address = new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J');
  const headers = signRequest(
    { method: 'GET', address, headers: {}, body: new Uint8Array() },
    { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    'us-east-1',
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(headers['authorization']).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

it('the URL encoding of an object name escapes every reserved character', () => {
  expect(encodeUri("a b'(é)*!~")).toBe('a%20b%27%28%C3%A9%29%2A%21~');
});
