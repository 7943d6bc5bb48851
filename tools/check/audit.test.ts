import { describe, expect, it } from 'vitest';
import { belowMinimum, judge } from './audit.ts';

const TODAY = new Date('2026-06-01');

const advisory = (change: object = {}) => ({
  source: 1,
  name: 'left-pad',
  title: 'Prototype pollution',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
  range: '<2.0.0',
  ...change,
});

const report = (...via: unknown[]) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: { 'left-pad': { name: 'left-pad', via } } });

describe('the dependency audit', () => {
  it('reports high and critical findings, once', () => {
    const { faults } = judge(
      report(advisory(), advisory(), 'parent', advisory({ severity: 'low' })),
      [],
      TODAY,
    );
    expect(faults).toEqual([
      'left-pad <2.0.0: Prototype pollution (high, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    ]);
  });

  it('accepts a finding on the list of exceptions until its date', () => {
    const acceptUntil = (until: string) => [{ id: 'GHSA-aaaa-bbbb-cccc', reason: 'not reached', until }];
    expect(judge(report(advisory()), acceptUntil('2026-06-02'), TODAY).faults).toEqual([]);
    expect(judge(report(advisory()), acceptUntil('2026-06-01'), TODAY).faults).toHaveLength(1);
  });

  it('reports that it could not check, offline and behind mirrors without advisories', () => {
    const offline = JSON.stringify({
      message: 'request failed, reason: getaddrinfo ENOTFOUND registry',
      error: {},
    });
    expect(judge(offline, [], TODAY)).toMatchObject({
      faults: [],
      unavailable: expect.any(String) as string,
    });
    const mirror = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: {} });
    expect(judge(mirror, [], TODAY)).toMatchObject({ faults: [], unavailable: '405 Method Not Allowed' });
  });

  it('fails for any other output that it doesn’t understand', () => {
    expect(judge('', [], TODAY).faults).toHaveLength(1);
    expect(judge('{"error":{"summary":"no lock file"}}', [], TODAY).faults).toHaveLength(1);
    const broken = JSON.stringify({ message: '400 Bad Request', statusCode: 400 });
    expect(judge(broken, [], TODAY).faults).toHaveLength(1);
  });

  it('enforces minimum versions without the registry, wherever the package is installed', () => {
    const lock = JSON.stringify({
      packages: {
        '': {},
        'node_modules/sharp': { version: '0.35.5' },
        'node_modules/a/node_modules/sharp': { version: '0.9.10' },
        'node_modules/not-sharp': { version: '0.0.1' },
      },
    });
    const minimums = [{ package: 'sharp', version: '0.35.3', reason: 'why' }];
    expect(belowMinimum(lock, minimums)).toEqual(['sharp 0.9.10 is below 0.35.3 (why)']);
  });
});
