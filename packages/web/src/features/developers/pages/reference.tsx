import { Text, To } from '../prose.tsx';
import { listOperations } from '../reference/document.ts';
import type { ReferenceDocument } from '../reference/document.ts';
import { OperationView } from '../reference/operation.tsx';
import { TryIt } from '../reference/try-it.tsx';
import { WithDocument } from '../reference/with-document.tsx';

/** Page with the reference of the public API, generated from its OpenAPI document. */
export default function ReferencePage() {
  return (
    <>
      <Text>
        Every call, option, header and code, from the{' '}
        <a href="/v1/openapi.json" className="font-medium text-accent-text underline underline-offset-3">
          OpenAPI document
        </a>
        , from which you can generate typed clients. Send keys in{' '}
        <To page={null} hash="key">
          X-Api-Key
        </To>{' '}
        or{' '}
        <code translate="no" className="font-mono text-[0.92em]">
          Authorization: Bearer
        </code>
        . The endpoints compatible with remove.bg and rembg, which follow those services’ own documentation,
        are described under <To page="other-clients">other clients</To>.
      </Text>
      <WithDocument path="v1">{(document) => <Calls document={document} />}</WithDocument>
    </>
  );
}

function Calls({ document }: { readonly document: ReferenceDocument }) {
  return listOperations(document).map((operation) => (
    <OperationView
      key={operation.operationId}
      document={document}
      operation={operation}
      aside={operation.security.length > 0 && <TryIt operation={operation} />}
    />
  ));
}
