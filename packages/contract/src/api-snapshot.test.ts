import { describe, expect, it } from 'vitest';
import { printApi } from './testing/print-api.ts';

const HOW_TO_ACCEPT =
  'The API has changed. Other programs and stored data depend on it. If you intend the change, accept it with: npm test -- --project contract api-snapshot -u';

describe('the API', () => {
  it('equals its committed snapshot', async () => {
    await expect(printApi(), HOW_TO_ACCEPT).toMatchFileSnapshot('./api-snapshot.txt');
  });
});
