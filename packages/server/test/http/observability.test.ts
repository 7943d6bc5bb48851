import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../src/testing/http/test-app.ts';
import { pathTo } from '../../src/testing/api-client.ts';

/** Folder of dashboards and alerts that operators import. Every metric that they name must exist in the server. */

const FOLDER = fileURLToPath(new URL('../../../../deploy/observability/', import.meta.url));
const KUBERNETES = new URL('../../../../deploy/kubernetes/base/worker.yaml', import.meta.url);
const TOKEN = 'a-token-of-some-length';
/** Metrics that Prometheus itself adds. */
const OWN = ['up'];

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const DASHBOARDS = readdirSync(FOLDER)
  .filter((file) => file.startsWith('dashboard-'))
  .map((file) => [file, JSON.parse(read(file)) as Dashboard] as const);

const WORDS = new Set([
  'and',
  'or',
  'unless',
  'by',
  'on',
  'without',
  'ignoring',
  'group_left',
  'group_right',
  'bool',
  'offset',
]);

/** Lists the metrics that a PromQL expression reads. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/#[^\n]*/g, ' ')
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)].map(([name]) => name);
  return [...new Set(names.filter((name) => !WORDS.has(name)))];
}

/** Lists all `expr` values in a file of alert rules. */
const rulesIn = (file: string): string[] =>
  [...read(file).matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );

let knownMetrics: ReadonlySet<string>;
beforeAll(async () => {
  const { app } = testApp({
    metricsToken: TOKEN,
    queueFigures: async () => ({
      open: [{ tool: 'scene', state: 'pending', tasks: 3 }],
      oldestPendingSeconds: 7,
      workers: 1,
      ended: [{ tool: 'scene', state: 'success', tasks: 9 }],
      pace: [{ tool: 'scene', waitedSeconds: 2.5, workedSeconds: 1.25 }],
    }),
    diskSpace: async () => ({ freeBytes: 4e9, totalBytes: 1e11 }),
  });
  const metrics = { url: pathTo('metrics'), headers: { authorization: `Bearer ${TOKEN}` } };
  await app.inject(metrics);
  const page = (await app.inject(metrics)).body;
  knownMetrics = new Set([
    ...OWN,
    ...[...page.matchAll(/^([a-zA-Z_:][\w:]*)[ {]/gm)].map(([, name = '']) => name),
  ]);
});

describe('the dashboard set', () => {
  it('includes two dashboards, with distinct names', () => {
    expect(DASHBOARDS.map(([, { uid }]) => uid)).toEqual(['packshot-api', 'packshot-queue']);
  });

  it.each(DASHBOARDS)('uses existing metrics in %s', (_file, { panels }) => {
    const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !knownMetrics.has(name))).toEqual([]);
  });

  it.each(DASHBOARDS)('has no overlapping panels in %s', (_file, { panels }) => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
  });
});

describe('the alert rule set', () => {
  it('uses existing metrics', () => {
    const rules = rulesIn('alerts.yaml');
    expect(rules.length).toBe((read('alerts.yaml').match(/- alert:/g) ?? []).length);
    const names = rules.flatMap(metricsIn);
    expect(names).toContain('packshot_oldest_pending_task_seconds');
    expect(names).toContain('packshot_disk_free_bytes');
    expect(names.filter((name) => !knownMetrics.has(name))).toEqual([]);
  });

  it('has tests for conditions that alert and for those that don’t', () => {
    const tests = read('alerts.test.yaml');
    for (const [, name = ''] of read('alerts.yaml').matchAll(/- alert: (\w+)/g)) {
      expect(tests, name).toMatch(new RegExp(String.raw`alertname: ${name}, exp_alerts: \[\]`));
      expect(tests, name).toMatch(new RegExp(String.raw`alertname: ${name}\n +exp_alerts:\n`));
    }
  });

  const promtool = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'promtool'))
    .find((path) => existsSync(path));
  if (promtool === undefined)
    process.stderr.write('Without promtool (apt-get install prometheus) the alert rules are not run.\n');
  it.skipIf(promtool === undefined)('passes its tests', () => {
    const run = (...args: string[]) => execFileSync(promtool ?? '', args, { cwd: FOLDER, encoding: 'utf8' });
    expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
    expect(run('check', 'config', '--syntax-only', 'prometheus.yaml')).toContain('SUCCESS');
  });
});

it('Kubernetes scales workers by an existing metric', () => {
  const [, name = ''] = /metric: \{ name: (\w+) \}/.exec(readFileSync(KUBERNETES, 'utf8')) ?? [];
  expect(knownMetrics).toContain(name);
});
