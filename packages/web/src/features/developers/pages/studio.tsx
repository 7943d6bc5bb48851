import { Heading, Name, Text, To } from '../prose.tsx';
import { listOperations } from '../reference/document.ts';
import type { Operation } from '../reference/document.ts';
import { OperationView } from '../reference/operation.tsx';
import { WithDocument } from '../reference/with-document.tsx';

/** Page with the reference of the API that the web app uses. */
export default function StudioPage() {
  return (
    <>
      <Text>
        The web app’s own calls, from their{' '}
        <a href="/api/openapi.json" className="font-medium text-accent-text underline underline-offset-3">
          OpenAPI document
        </a>
        . They need a session, not a key, and change with the app. In your programs, use the{' '}
        <To page="reference">API reference</To>. Errors are <Name>&#123;code, message, detail?&#125;</Name>;
        every response has <Name>x-request-id</Name>.
      </Text>
      <WithDocument path="studio">
        {(document) => {
          const operations = listOperations(document);
          return document.tags.map(({ name }) => (
            <section key={name}>
              <Heading id={`tag-${name.toLowerCase().replaceAll(/\W+/g, '-')}`}>{name}</Heading>
              {operations
                .filter(({ tags }) => tags.includes(name))
                .map((operation) => (
                  <details key={operation.operationId} className="border-b border-line">
                    <summary className="flex flex-wrap items-baseline gap-x-3 py-2.5 text-sm">
                      <Line operation={operation} />
                    </summary>
                    <OperationView document={document} operation={operation} />
                  </details>
                ))}
            </section>
          ));
        }}
      </WithDocument>
    </>
  );
}

const Line = ({ operation: { method, path, summary } }: { readonly operation: Operation }) => (
  <>
    <span className="w-14 font-mono text-xs font-semibold">{method}</span>
    <code translate="no" className="font-mono text-xs break-all">
      {path}
    </code>
    <span className="text-muted">{summary}</span>
  </>
);
