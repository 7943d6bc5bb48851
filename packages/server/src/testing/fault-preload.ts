/**
 * Preloaded into the real API or worker (`node --import`) to simulate failures that operators experience: a
 * sudden death between two steps, a full or broken disk, a wrong clock. The process's own code is unchanged.
 */
import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import type { FaultPlan } from './fault-plan.ts';

const plan = JSON.parse(process.env['FAULT_PLAN'] ?? '{}') as FaultPlan;
const killAt = plan.kill === undefined ? null : new RegExp(plan.kill.step, 'i');
let isCounting = plan.kill?.from === undefined;
let remaining = plan.kill?.nth ?? 1;

/** Called before and after each step of the work: a database statement, or the renaming or linking of a file. */
function pass(step: string, when: 'before' | 'after'): void {
  if (plan.trace === true) process.stderr.write(`step ${when} ${step.replaceAll(/\s+/g, ' ')}\n`);
  if (killAt === null || plan.kill === undefined) return;
  isCounting ||= new RegExp(plan.kill.from ?? '', 'i').test(step);
  if (!isCounting || plan.kill.when !== when || !killAt.test(step)) return;
  remaining -= 1;
  if (remaining === 0) process.kill(plan.kill.pid ?? process.pid, 'SIGKILL');
}

type PgQuery = (...args: unknown[]) => unknown;
const query = pg.Client.prototype.query as unknown as PgQuery;
pg.Client.prototype.query = function queryWithFaults(this: pg.Client, ...args: unknown[]): unknown {
  const [what] = args;
  const step = typeof what === 'string' ? what : ((what as { text?: string } | undefined)?.text ?? '');
  pass(step, 'before');
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    args[args.length - 1] = (...answer: unknown[]) => {
      pass(step, 'after');
      return (callback as PgQuery)(...answer);
    };
  }
  const answer = Reflect.apply(query, this, args);
  if (!(answer instanceof Promise)) return answer;
  return answer.then((rows: unknown) => {
    pass(step, 'after');
    return rows;
  });
} as unknown as typeof pg.Client.prototype.query;

for (const name of ['rename', 'link'] as const) {
  const original = fs[name].bind(fs);
  fs[name] = async (from, to) => {
    pass(`file ${String(to)}`, 'before');
    await original(from, to);
    pass(`file ${String(to)}`, 'after');
  };
}

const { brokenDisk } = plan;
if (brokenDisk !== undefined) {
  const refuseWhileBroken = (path: unknown, flag: unknown): void => {
    if (flag !== 'wx' || !String(path).startsWith(brokenDisk.folder) || !existsSync(brokenDisk.while)) return;
    const code = readFileSync(brokenDisk.while, 'utf8');
    throw Object.assign(new Error(`${code}: as a disk would say it, open`), { code, syscall: 'open' });
  };
  const open = fs.open.bind(fs);
  fs.open = async (path, ...rest) => {
    refuseWhileBroken(path, rest[0]);
    return open(path, ...rest);
  };
  const writeFile = fs.writeFile.bind(fs);
  fs.writeFile = async (path, data, options) => {
    refuseWhileBroken(path, typeof options === 'object' ? options?.flag : undefined);
    return writeFile(path, data, options);
  };
}
syncBuiltinESMExports();

const { clockOffsetMs, clockJumpsWith } = plan;
if (clockOffsetMs !== undefined) {
  const RightDate = Date;
  const isWrong = () => clockJumpsWith === undefined || existsSync(clockJumpsWith);
  const now = () => RightDate.now() + (isWrong() ? clockOffsetMs : 0);
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
}
