// npm --prefix lab run queries -- --folder /var/tmp/scale
//
// Measures the product's own services on a database that lab/scale/fill.ts has filled: the duration of each call, for
// the busiest users and for others, and the number of rows read for those shown. `--plans FILE` stores the query plans
// of the most expensive statements.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { row } from '../../tools/bench/contestants.ts';
import { runningPostgresUrl } from '../../tools/launch/postgres/embedded-postgres.ts';
import { OPERATIONS, loadSubject } from '../../packages/server/src/testing/query-plans/operations.ts';
import type { Subject } from '../../packages/server/src/testing/query-plans/operations.ts';
import { readPlan } from '../../packages/server/src/testing/query-plans/reading.ts';
import type { StatementReading } from '../../packages/server/src/testing/query-plans/reading.ts';
import { recordStatements } from '../../packages/server/src/testing/query-plans/recorded-statements.ts';
import type { Statement } from '../../packages/server/src/testing/query-plans/recorded-statements.ts';
import {
  callerNo,
  openStudio,
  sumUpCalls,
  uploadPhoto,
} from '../../packages/server/src/testing/query-plans/studio.ts';

const { folder, turns, plans, only } = parseArgs({
  options: {
    folder: { type: 'string' },
    turns: { type: 'string', default: '200' },
    plans: { type: 'string' },
    only: { type: 'string', default: '' },
  },
}).values;
const databaseUrl = folder === undefined ? null : runningPostgresUrl(folder);
if (databaseUrl === null)
  throw new Error('No filled database runs there: node lab/scale/fill.ts --folder FOLDER');
const TURNS = Number(turns);
const ROUND_TURNS = 10;
/** Numbers of the busiest users, who make half of all calls. */
const BUSIEST = [0, 1, 2, 3, 4, 5];
const OTHERS = [20, 100, 160, 400, 1_000, 4_000];

const dataFolder = await mkdtemp(join(tmpdir(), 'packshot-queries-'));
const studio = await openStudio(databaseUrl, dataFolder);
const client = await studio.pool.connect();
try {
  await sumUpCalls(studio);
  const subjects: Subject[] = [];
  for (const number of [...BUSIEST, ...OTHERS]) {
    const caller = await callerNo(studio, number);
    subjects.push(await loadSubject(studio, caller, await uploadPhoto(studio, caller)));
  }
  const [busiest] = subjects;
  if (busiest === undefined) throw new Error('There are no users.');
  const kept: { readonly name: string; readonly reading: StatementReading }[] = [];
  console.log(row(['', 'p50 ms', 'p99 ms', 'statements', 'rows read', 'rows shown', 'reads most']));
  console.log(row(['---', '---:', '---:', '---:', '---:', '---:', '---']));
  for (const { name, run, isRound } of OPERATIONS.filter((each) => each.name.includes(only))) {
    const times: number[] = [];
    const failures: string[] = [];
    for (let turn = 0; turn < (isRound ? ROUND_TURNS : TURNS); turn += 1) {
      const subject = subjects[turn % subjects.length] ?? busiest;
      const startedMs = performance.now();
      const running = run(studio, subject, turn);
      if (running === null) continue;
      // The product itself ends statements that take more than 20 seconds.
      await running.catch((error: unknown) => failures.push(String(error)));
      times.push(performance.now() - startedMs);
      if (failures.length > 2) break;
    }
    const one =
      subjects.find((subject) => subject.webhookId !== null && name.includes('webhook')) ??
      (name.startsWith('usage') || name.startsWith('jobs')
        ? subjects.find(({ keyCaller }) => keyCaller !== null)
        : busiest) ??
      busiest;
    const statements = await recordStatements(async () =>
      run(studio, one, TURNS + 1)?.catch(() => undefined),
    );
    const readings: StatementReading[] = [];
    for (const [index, statement] of statements.entries()) {
      const reading = await readPlan(client, statement, settingsBefore(statements, index));
      if (reading !== null) readings.push(reading);
    }
    kept.push(...readings.map((reading) => ({ name, reading })));
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0).toFixed(1);
    for (const failure of failures) console.error(`${name}: ${failure}`);
    const sum = (of: (reading: StatementReading) => number): string =>
      readings.reduce((all, each) => all + of(each), 0).toFixed(0);
    const most = readings.toSorted((a, b) => b.rowsRead - a.rowsRead)[0]?.most ?? '';
    console.log(
      row([
        name,
        at(0.5),
        at(0.99),
        String(statements.length),
        sum((each) => each.rowsRead),
        sum((each) => each.rowsShown),
        most,
      ]),
    );
  }
  if (plans !== undefined) {
    const worst = kept.toSorted((a, b) => b.reading.rowsRead - a.reading.rowsRead);
    const pages = worst.map(({ name, reading: { text, rowsRead, rowsShown, executionMs, plan } }) =>
      [
        `## ${name}: ${rowsRead} read, ${rowsShown} shown, ${executionMs} ms`,
        text,
        JSON.stringify(plan, null, 1),
      ].join('\n\n'),
    );
    await writeFile(plans, pages.join('\n\n'));
  }
} finally {
  client.release();
  await studio.close();
  await rm(dataFolder, { recursive: true, force: true });
}
process.exit();

/** Settings of the transaction to which a statement belongs, because they affect its query plan. */
function settingsBefore(statements: readonly Statement[], index: number): readonly string[] {
  const before = statements.slice(0, index).map(({ text }) => text.trim());
  const began = before.findLastIndex((text) => /^(?:begin|commit|rollback)/i.test(text));
  return before.slice(began + 1).filter((text) => /^set local /i.test(text));
}
