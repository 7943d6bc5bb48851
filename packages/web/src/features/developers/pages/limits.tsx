import { hasBilling } from '../../../lib/page/installation.ts';
import {
  V1_CALLS_PER_MINUTE,
  V1_JOBS_AT_ONCE,
  V1_JOBS_PER_MINUTE,
  V1_TEST_JOBS_PER_DAY,
  V1_WAIT_MAX_S,
} from '@packshot/contract/api/v1/limits';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { Example } from '../code/example.tsx';
import { Heading, Name, Table, Text, To } from '../prose.tsx';

const MEGABYTE = 1024 * 1024;

export default function LimitsPage() {
  const limits = [
    ['Calls', `${V1_CALLS_PER_MINUTE} a minute for each key`, 'TOO_MANY_REQUESTS'],
    ['New jobs', `${V1_JOBS_PER_MINUTE} a minute for each member`, 'TOO_MANY_REQUESTS'],
    ['Jobs at once', `${V1_JOBS_AT_ONCE} for each key`, 'TOO_MANY_JOBS'],
    ['Test jobs', `${V1_TEST_JOBS_PER_DAY} within 24 hours for all test keys combined`, 'TEST_LIMIT_REACHED'],
    ['File size', `${UPLOAD_MAX_BYTES / MEGABYTE} MB`, 'TOO_LARGE_BYTES'],
    ['Picture size', '50 megapixels', 'TOO_MANY_PIXELS'],
    ['Wait per call', `${V1_WAIT_MAX_S} seconds; then 202 and a job`, null],
    ...(hasBilling()
      ? ([
          ['Credits per key', 'its monthly ceiling, if you set one', 'KEY_CEILING_REACHED'],
          ['Pictures in progress', 'as many as you have downloads left, with a live key', 'OUT_OF_DOWNLOADS'],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      <Heading id="rates">Limits</Heading>
      <Table
        label="Limits"
        head={['Limit', 'Value', 'Error']}
        rows={limits.map(([what, much, code]) => ({
          id: what.toLowerCase().replaceAll(' ', '-'),
          cells: [
            <span key="what" className="font-medium">
              {what}
            </span>,
            much,
            code !== null && (
              <To key="code" page="errors" hash={code}>
                <code translate="no" className="font-mono text-[0.92em]">
                  {code}
                </code>
              </To>
            ),
          ],
        }))}
      />
      <Text>
        Each response says how many calls are left: <Name>RateLimit: &quot;calls&quot;;r=299;t=1</Name> means
        299 more calls now, and one second until the next is added. After 429 and 503,{' '}
        <Name>Retry-After</Name> says for how many seconds to wait.
      </Text>
      <Heading id="idempotency">Retry without doing work twice</Heading>
      <Text>
        Send an <Name>Idempotency-Key</Name> with each POST: 8 to 128 letters, digits, <Name>-</Name> and{' '}
        <Name>_</Name>. Repeating the call within 24 hours returns the same response, with{' '}
        <Name>Idempotency-Replayed: true</Name>, and does the work only once. A different call with the same
        key is refused. Refusals aren’t remembered. If a connection breaks, send the call again.
      </Text>
      <Example name="again" title="A repeatable call" />
      <Heading id="waiting">Waiting, jobs and events</Heading>
      <Text>
        A call waits for its picture. With <Name>wait=0</Name> it returns 202 and a job right away, which you
        can watch as server-sent events, poll, stop
        {hasBilling() && ' (only successful work is charged)'}, or be notified of by a{' '}
        <To page="webhooks">webhook</To>.
      </Text>
      <Example name="later" title="Start now, fetch later" />
      <Heading id="versions">Versions</Heading>
      <Text>
        Breaking changes come only with a new, dated version. <Name>Packshot-Version</Name> names the version
        that your program was written for; without it, calls use the oldest, so nothing breaks by itself.
        Additions are in every version: expect new fields. All versions are listed under{' '}
        <To page="changes">changes</To>.
      </Text>
      <Example name="version" title="Name the version" />
      <Heading id="usage">Usage</Heading>
      <Text>
        Calls, errors and times{hasBilling() && ', with credits,'} by key, tool and day, with the last 100
        calls: for people under <a href="/usage">API usage</a>, for programs by a key with{' '}
        <Name>usage:read</Name>. A key can read its own permissions
        {hasBilling() && ' and remaining credits'} with <Name>GET /v1/key</Name>.
      </Text>
      <Example name="usage" title="One week of usage" />
    </>
  );
}
