import { useState } from 'react';
import { hasBilling } from '../../../lib/page/installation.ts';
import { Example } from '../code/example.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import { Heading, Name, Table, Text, To } from '../prose.tsx';
import { listProblems } from '../reference/document.ts';
import type { DocumentedProblem } from '../reference/document.ts';
import { WithDocument } from '../reference/with-document.tsx';

const sample = () => `HTTP/1.1 422 Unprocessable Content
content-type: application/problem+json; charset=utf-8
x-request-id: 6f1d4a0e-3f7e-4a53-9a0e-2f0d3c2b1a00

{
  "type": "/v1/problems/TOO_SMALL",
  "title": "Too small",
  "status": 422,
  "detail": "…",
  "code": "TOO_SMALL",
  "param": "image",
  "request_id": "6f1d4a0e-3f7e-4a53-9a0e-2f0d3c2b1a00"${hasBilling() ? ',\n  "credits_charged": 0' : ''}
}`;

export default function ErrorsPage() {
  return (
    <>
      <Text>
        Every error is a problem (RFC 9457) in JSON. <Name>code</Name> never changes, so check it in your
        program; <Name>detail</Name> is a readable sentence and may change; <Name>param</Name> names the
        invalid part of the call; <Name>request_id</Name> identifies the call when you contact us.
        {hasBilling() && ' An error costs nothing, and says so.'}
      </Text>
      <CodeBlock title="An error" label="An error" code={sample()} className="my-5" />
      <Heading id="simulate">Simulate errors</Heading>
      <Text>
        With a test key, <Name>Packshot-Simulate</Name> makes a call end as <Name>failure</Name>,{' '}
        <Name>timeout</Name> or <Name>low_confidence</Name>, so you can test every branch of your program
        before your customers do.
      </Text>
      <Example name="simulate" title="A simulated failure" />
      <Heading id="codes">All codes</Heading>
      <Text>
        Retry calls that fail with 429, 503 or 504: wait as long as <Name>Retry-After</Name> says, and send
        the same{' '}
        <To page="limits" hash="idempotency">
          idempotency key
        </To>
        . For the others, change the request.
      </Text>
      <WithDocument path="v1">{(document) => <Codes problems={listProblems(document)} />}</WithDocument>
    </>
  );
}

function Codes({ problems }: { readonly problems: readonly DocumentedProblem[] }) {
  const [searchText, setSearchText] = useState('');
  const words = searchText.trim().toLowerCase();
  const matchingProblems = problems.filter(({ code, detail }) =>
    `${code} ${detail}`.toLowerCase().includes(words),
  );
  return (
    <>
      <label className="grid max-w-sm gap-1.5 text-sm font-medium">
        Find a code
        <input
          type="search"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          className="h-9 rounded-md border border-field-line bg-surface px-3 font-normal pointer-coarse:h-11"
        />
      </label>
      <Table
        label="Codes"
        head={['Status', 'Code', 'What it means']}
        rows={matchingProblems.map(({ code, detail, status }) => ({
          id: code,
          cells: [
            <span key="status" className="font-mono font-semibold text-danger">
              {status}
            </span>,
            <code translate="no" key="code" className="font-mono font-semibold break-all">
              {code}
            </code>,
            detail,
          ],
        }))}
      />
      {matchingProblems.length === 0 && <p className="text-sm text-muted">No matching codes.</p>}
    </>
  );
}
