import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../testing/invariants.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { succeedTask } from '../../testing/settle-task.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { acceptTask, startTestServices, TEST_SECRET } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { erase } from './erase.ts';
import { sweepExpired } from './sweep.ts';

const run = promisify(execFile);
const DAY_S = 24 * 3600;
const HOUR_S = 3600;

let clock: ManualClock;
let services: TestServices;
beforeAll(async () => {
  clock = new ManualClock();
  services = await startTestServices({ clock });
});
afterAll(() => services.stop());

const sweep = () => sweepExpired({ ...services, clock, logger: silentLogger });

async function withResult(caller: Caller): Promise<Caller> {
  await succeedTask(services, await acceptTask(services, caller));
  return caller;
}

async function countFiles({ userId }: Caller): Promise<number> {
  const all = await readdir(join(services.folder, 'storage'), { recursive: true, withFileTypes: true });
  // Divides by two, because each object has a second file with its content type.
  return all.filter((entry) => entry.isFile() && entry.parentPath.includes(userId)).length / 2;
}

/** Names of the tables that contain rows of this user. */
async function tablesWith({ userId }: Caller): Promise<string[]> {
  const { rows } = await services.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'user_id' and table_schema = 'public' and table_name in (
       select table_name from information_schema.tables where table_type = 'BASE TABLE')`,
  );
  const tableNames: string[] = [];
  for (const { name } of [...rows, { name: 'users' }]) {
    const column = name === 'users' ? 'id' : 'user_id';
    const { rowCount } = await services.pool.query(`select from ${name} where ${column} = $1`, [userId]);
    if ((rowCount ?? 0) > 0) tableNames.push(name);
  }
  return tableNames;
}

async function register(caller: Caller, email: string): Promise<Caller> {
  const form = { email, password: 'rightpass1', first_name: 'Ann', last_name: 'Smith' };
  const session = await services.accounts.register(caller, form, { ip: '192.0.2.9', userAgent: 'test' });
  return services.sessions.authenticate(session.access);
}

describe('a guest who doesn’t return', () => {
  it('is deleted with photos, results and sessions after 30 days, unlike other users', async () => {
    const [absentGuest, working] = [await withResult(await services.newGuest()), await services.newGuest()];
    const { refresh } = await services.sessions.createGuest({ ip: '192.0.2.1', userAgent: 'test' });
    const registered = await register(await withResult(await services.newGuest()), 'ann@shop.example');
    const joined = await withResult(await services.newGuest());
    await services.accounts.login(
      joined,
      { email: 'ann@shop.example', password: 'rightpass1' },
      { ip: '192.0.2.9', userAgent: 'test' },
    );
    clock.advance(29 * DAY_S);
    const { access } = await services.sessions.refresh(refresh);
    const visiting = await services.sessions.authenticate(access);
    expect((await sweep()).guests).toBe(0);
    clock.advance(DAY_S + HOUR_S);
    // Simulates that this user's session was used just now.
    await services.pool.query(`update refresh_token_families set last_used_at = $2 where user_id = $1`, [
      working.userId,
      clock.now(),
    ]);
    expect((await sweep()).guests).toBe(1);
    await expect(services.sessions.currentUser(absentGuest)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await countFiles(absentGuest)).toBe(3);
    clock.advance(HOUR_S);
    expect((await sweep()).accounts).toBe(1);
    expect([await countFiles(absentGuest), await tablesWith(absentGuest)]).toEqual([0, []]);
    for (const stays of [working, visiting, registered])
      expect(await tablesWith(stays), stays.userId).toContain('users');
    expect(await countFiles(registered)).toBe(3);
    expect(await countFiles(joined)).toBe(3);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('isn’t deleted after registering at the last moment', async () => {
    const guest = await withResult(await services.newGuest());
    clock.advance(31 * DAY_S);
    await register(guest, 'late@shop.example');
    await services.pool.query(
      `update refresh_token_families set last_used_at = created_at - interval '99 days'`,
    );
    await sweep();
    expect((await services.database.stores.accounts.findByEmail('late@shop.example'))?.userId).toBe(
      guest.userId,
    );
  });
});

describe('npm run admin -- erase', () => {
  /** Runs the real command-line program on this test's database and store. */
  async function admin(...args: string[]): Promise<{ code: number; output: string }> {
    const program = join(import.meta.dirname, '../../main-admin.ts');
    const env = { DATABASE_URL: services.url, DATA_DIR: services.folder, SESSION_SECRET: TEST_SECRET };
    try {
      const { stdout, stderr } = await run(process.execPath, [program, ...args], { env });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  it('lists the planned deletions, deletes a guest by id, and removes the rows later', async () => {
    const guest = await withResult(await services.newGuest());
    const dry = await admin('erase', guest.userId, '--dry-run');
    expect(dry).toEqual({
      code: 0,
      output: expect.stringMatching(
        new RegExp(`^Guest ${guest.userId}, since .*: 3 files, .* Nothing was deleted`),
      ) as string,
    });
    expect(await countFiles(guest)).toBe(3);
    const eraseResult = await admin('erase', guest.userId);
    expect(eraseResult.output).toMatch(/is deleted, with 3 files/);
    expect(await countFiles(guest)).toBe(0);
    await expect(services.sessions.currentUser(guest)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await admin('erase', guest.userId)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/No account has this id/) as string,
    });
    await services.pool.query(`update users set deleted_at = $2 where id = $1`, [
      guest.userId,
      new Date(clock.now().getTime() - HOUR_S * 1000),
    ]);
    await sweep();
    expect(await tablesWith(guest)).toEqual([]);
  });

  it('deletes an account by its address, ignoring case', async () => {
    const ann = await register(await withResult(await services.newGuest()), 'erase@shop.example');
    expect(await erase({ ...services, clock }, 'Erase@Shop.example', { isDry: false })).toMatchObject({
      userId: ann.userId,
      files: 3,
    });
    expect(await countFiles(ann)).toBe(0);
    expect(await services.database.stores.accounts.findByEmail('erase@shop.example')).toBeNull();
  });

  it('is listed in the usage that the command prints without arguments', async () => {
    expect(await admin()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/erase <id or email>/) as string,
    });
  });
});
