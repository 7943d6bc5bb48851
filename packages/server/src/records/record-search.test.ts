import { randomUUID } from 'node:crypto';
import { RECORD_NAME_MAX_LENGTH } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

const NAMES = [
  'Red mug',
  'redwood Lamp',
  'ΟΔΟΣ 7',
  'Çay bardağı',
  '杯子 🍵🍵🍵',
  'a_b%c\\d',
  'Ré',
  'mug',
  'x',
  '',
];
const PROMPTS = ['on an OAK table', '', 'mug', 'Straße, 100% wool', 'ug red'];

async function save(userId: string, name: string, prompt: string): Promise<void> {
  await services.pool.query(
    `insert into generation_records (id, user_id, tool_type, name, text_prompt, settings, is_visible, is_starred)
     values ($1, $2, 1, $3, $4, '{}', true, false)`,
    [randomUUID(), userId, name, prompt],
  );
}

it('a search finds each of the user’s records that contains all words, in any case and position', async () => {
  const { userId } = await services.newGuest();
  const { userId: otherId } = await services.newGuest();
  const saved = NAMES.flatMap((name) => PROMPTS.map((prompt) => ({ name, prompt })));
  for (const { name, prompt } of saved) await save(userId, name, prompt);
  await save(otherId, 'Red mug', 'on an OAK table');
  // Search words: all substrings of one, two, three and five characters that contain no spaces, as they are and in
  // upper case.
  const parts = [...NAMES, ...PROMPTS].flatMap((text) => {
    const letters = [...text];
    return letters.flatMap((_, at) => [1, 2, 3, 5].map((length) => letters.slice(at, at + length).join('')));
  });
  const words = [...new Set(parts.flatMap((part) => [part, part.toUpperCase()]))].filter(
    (part) => part !== '' && !/\s/.test(part),
  );
  const filter = { toolTypes: null, from: null, to: null, starred: null };
  const page = { sort: '-created_at', offset: 0, limit: 100 } as const;
  const unlike: string[] = [];
  for (const [at, word] of words.entries()) {
    const both = [word, words[(at * 7) % words.length] ?? word];
    const { rows, total } = await services.database.stores.records.list(
      userId,
      { ...filter, words: both },
      page,
    );
    // The expected records, found without any index.
    const expected = await services.pool.query<{ id: string }>(
      `select id from generation_records r where user_id = $1 and not exists (
         select from unnest($2::text[]) word where strpos(lower(name), lower(word)) = 0 and strpos(lower(text_prompt), lower(word)) = 0)`,
      [userId, both],
    );
    const foundIds = rows.map(({ id }) => id).toSorted();
    if (
      foundIds.join() !==
        expected.rows
          .map(({ id }) => id)
          .toSorted()
          .join() ||
      total !== foundIds.length
    )
      unlike.push(both.join(' '));
  }
  expect(unlike).toEqual([]);
});

it('a search for one letter finds a record with the longest name and prompt that the contract allows', async () => {
  const { userId } = await services.newGuest();
  // Characters of three bytes without repetition, which the database can't compress in its index.
  const letters = (length: number, from: number): string =>
    Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((from + at * 7919) % 20_000))).join('');
  const prompt = letters(500, 0);
  await save(userId, letters(RECORD_NAME_MAX_LENGTH, 1), prompt);
  const { total } = await services.database.stores.records.list(
    userId,
    { words: [prompt.slice(-1)], toolTypes: null, from: null, to: null, starred: null },
    { sort: '-created_at', offset: 0, limit: 20 },
  );
  expect(total).toBe(1);
});
