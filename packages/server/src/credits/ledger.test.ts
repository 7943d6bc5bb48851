import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ allowances: { guestGenerations: 0, guestDownloads: 0 } });
});
afterAll(() => services.stop());

const spend = (userId: string) =>
  services.database.stores.ledger.append({
    userId,
    ledger: 'download',
    kind: 'adjust',
    delta: -1,
    reference: randomUUID(),
  });
const give = (userId: string, delta: number, reference: string = randomUUID()) =>
  services.database.stores.ledger.append({ userId, ledger: 'download', kind: 'adjust', delta, reference });
const balance = async (userId: string) =>
  (await services.database.stores.ledger.balance(userId, 'download')).balance;

describe('the ledger', () => {
  it('allows exactly 5 of 200 parallel debits when there are 5 credits', async () => {
    const { userId } = await services.newGuest();
    await give(userId, 5);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => spend(userId)));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(5);
    expect(await balance(userId)).toBe(0);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('refuses a second entry with the same reference and leaves the balance unchanged', async () => {
    const { userId } = await services.newGuest();
    await give(userId, 3, `once:${userId}`);
    await expect(give(userId, 3, `once:${userId}`)).rejects.toThrow();
    expect(await balance(userId)).toBe(3);
  });

  it('keeps the balance equal to the sum of its entries and never negative, with any parallel entries', async () => {
    const amount = fc.integer({ min: -4, max: 4 });
    // Rounds of ledger changes. The changes of one inner array run in parallel. The ledger may refuse a negative
    // amount, and always refuses a repeated reference.
    const rounds = fc.array(fc.array(fc.tuple(amount, fc.integer({ min: 0, max: 30 })), { maxLength: 8 }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(rounds, async (script) => {
        const { userId } = await services.newGuest();
        const acceptedNames = new Set<string>();
        let expected = 0;
        for (const round of script) {
          const outcomes = await Promise.allSettled(
            round.map(([delta, name]) => give(userId, delta, `${userId}:${name}`)),
          );
          for (const [index, outcome] of outcomes.entries()) {
            const [delta, name] = round[index] ?? [0, 0];
            if (outcome.status !== 'fulfilled' || outcome.value === null) continue;
            expect(acceptedNames.has(`${name}`)).toBe(false);
            expect(outcome.value).toBeGreaterThanOrEqual(0);
            acceptedNames.add(`${name}`);
            expected += delta;
          }
        }
        expect(await balance(userId)).toBe(expected);
      }),
      { numRuns: 40 },
    );
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('shows the balance after each entry page by page, newest first', async () => {
    const { userId } = await services.newGuest();
    const amounts = [7, -1, -2, 4, 0, -3, 1, -5];
    for (const amount of amounts) await give(userId, amount);
    const sums = amounts.map((_, at) => amounts.slice(0, at + 1).reduce((sum, delta) => sum + delta, 0));
    const all = amounts
      .map((delta, at) => ({ delta, balance: sums[at] }))
      .filter(({ delta }) => delta !== 0)
      .toReversed();
    const { ledger } = services.database.stores;
    for (const offset of [0, 3, 6, 9]) {
      const page = await ledger.list(userId, 'download', { offset, limit: 3 });
      expect(page.map((line) => ({ delta: line.delta, balance: line.balance }))).toEqual(
        all.slice(offset, offset + 3),
      );
    }
  });

  it('refuses changes of existing entries', async () => {
    const { userId } = await services.newGuest();
    await give(userId, 2);
    const change = `update ledger_entries set delta = 100 where user_id = '${userId}'`;
    await expect(services.pool.query(change)).rejects.toThrow('append-only');
    const removal = `delete from ledger_entries where user_id = '${userId}'`;
    await expect(services.pool.query(removal)).rejects.toThrow('append-only');
  });

  it('is deleted with its user', async () => {
    const { userId } = await services.newGuest();
    await give(userId, 2);
    await services.pool.query('delete from users where id = $1', [userId]);
    const { rows } = await services.pool.query('select 1 from ledger_entries where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
