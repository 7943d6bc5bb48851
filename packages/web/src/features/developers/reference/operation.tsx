import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Heading, Name, To, Words } from '../prose.tsx';
import { formatCurl } from './to-curl.ts';
import type { DescribedAnswer, ReferenceDocument, Operation } from './document.ts';
import { Fields } from './fields.tsx';
import type { SchemaField } from './fields.tsx';
import { innerFields, createSample } from './schema-words.ts';

interface OperationProps {
  readonly document: ReferenceDocument;
  readonly operation: Operation;
  readonly aside?: ReactNode;
}

export function OperationView({ document, operation, aside }: OperationProps) {
  const { operationId, summary, description } = operation;
  return (
    <section aria-labelledby={operationId} className="border-t border-line pb-12 first:border-0">
      <Heading id={operationId}>{summary}</Heading>
      <p className="flex flex-wrap items-center gap-2.5">
        <Method operation={operation} />
        <code translate="no" className="font-mono text-sm break-all">
          {operation.path}
        </code>
      </p>
      <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">
          {description !== undefined && (
            <p className="mb-4 text-sm text-muted">
              <Words text={description} />
            </p>
          )}
          <Parameters document={document} operation={operation} />
          <Answers document={document} operation={operation} />
        </div>
        <div className="min-w-0 max-xl:order-first">
          <div className="grid gap-4 xl:sticky xl:top-20">
            <CodeBlock
              title={<Method operation={operation} path />}
              label={`${summary}, curl`}
              code={formatCurl(operation, location.origin)}
            />
            <SampleAnswer document={document} operation={operation} />
            {aside}
          </div>
        </div>
      </div>
    </section>
  );
}

const METHOD_LOOKS: Readonly<Record<string, string>> = {
  GET: 'bg-success-soft text-success',
  POST: 'bg-accent-soft text-accent-text',
  DELETE: 'bg-danger-soft text-danger',
};

function Method({ operation: { method, path }, path: isWithPath = false }: MethodProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span
        className={classNames(
          'rounded-sm px-1.5 py-0.5 font-mono text-xs font-semibold',
          METHOD_LOOKS[method] ?? 'bg-warning-soft text-warning',
        )}
      >
        {method}
      </span>
      {isWithPath && <span className="truncate font-mono text-xs">{path}</span>}
    </span>
  );
}

interface MethodProps {
  readonly operation: Operation;
  readonly path?: boolean;
}

function Parameters({ document, operation }: OperationProps) {
  const groups = (['path', 'query', 'header'] as const).map((place) => ({
    title: { path: 'In the path', query: 'In the query', header: 'Headers' }[place],
    fields: operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required }) => ({ name, schema, isRequired: required })),
  }));
  const body = describeBody(document, operation);
  // The request body comes first, if any.
  const allGroups = body === null ? groups : [body, ...groups];
  return allGroups
    .filter(({ fields }) => fields.length > 0)
    .map(({ title, fields }) => (
      <div key={title} className="mb-6">
        <h3 className="mb-2 text-sm font-semibold">{title}</h3>
        <Fields document={document} fields={fields} />
      </div>
    ));
}

function describeBody(
  document: ReferenceDocument,
  { requestBody }: Operation,
): { title: string; fields: SchemaField[] } | null {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || content === undefined) return null;
  const types = Object.keys(requestBody?.content ?? {});
  return {
    title: `Body: ${types.map((each) => (each === 'application/json' ? 'JSON' : 'form')).join(' or ')}`,
    fields: innerFields(document, content.schema).map(([name, schema, isRequired]) => ({
      name,
      schema,
      isRequired: isRequired || schema['x-required'] === true,
    })),
  };
}

function Answers({ document, operation }: OperationProps) {
  const answers = Object.entries(operation.responses);
  const good = answers.filter(([status]) => Number(status) < 400);
  const bad = answers.filter(([status]) => Number(status) >= 400);
  return (
    <>
      <h3 className="mb-2 text-sm font-semibold">Responses</h3>
      <ul className="divide-y divide-line border-y border-line">
        {good.map(([status, answer]) => (
          <GoodAnswer key={status} document={document} status={status} answer={answer} />
        ))}
        <li className="py-2.5 text-sm">
          <details>
            <summary className="w-fit rounded-sm font-medium text-muted hover:text-ink">
              Errors: {bad.map(([status]) => status).join(', ')}
            </summary>
            <ul className="mt-2 grid gap-2">
              {bad.map(([status, answer]) => (
                <BadAnswer key={status} status={status} answer={answer} />
              ))}
            </ul>
          </details>
        </li>
      </ul>
    </>
  );
}

interface AnswerProps {
  readonly status: string;
  readonly answer: DescribedAnswer;
}

function GoodAnswer({ document, status, answer }: AnswerProps & { readonly document: ReferenceDocument }) {
  const headers = Object.keys(answer.headers ?? {});
  const types = Object.keys(answer.content ?? {});
  const json = answer.content?.['application/json'];
  const fields = json === undefined ? [] : innerFields(document, json.schema);
  return (
    <li className="py-2.5 text-sm">
      <p>
        <span className="mr-2.5 font-mono font-semibold text-success">{status}</span>
        <Words text={answer.description} />
      </p>
      {types.length > 0 && <p className="mt-0.5 text-muted">{types.join(' or ')}</p>}
      {fields.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit rounded-sm font-medium text-muted hover:text-ink">Fields</summary>
          <div className="mt-2 border-l-2 border-line pl-4">
            <Fields
              document={document}
              fields={fields.map(([name, schema]) => ({ name, schema, isRequired: false }))}
            />
          </div>
        </details>
      )}
      {headers.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit rounded-sm font-medium text-muted hover:text-ink">Headers</summary>
          <dl className="mt-2 grid gap-1.5 border-l-2 border-line pl-4">
            {headers.map((name) => (
              <div key={name} className="sm:grid sm:grid-cols-[14rem_1fr] sm:gap-3">
                <dt>
                  <Name>{name}</Name>
                </dt>
                <dd className="text-muted">{document.components.headers?.[name]?.description}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

function BadAnswer({ status, answer }: AnswerProps) {
  const problems = answer['x-problems'];
  return (
    <li>
      <p className="font-mono font-semibold text-danger">{status}</p>
      {problems === undefined ? (
        <p className="whitespace-pre-line">{answer.description}</p>
      ) : (
        problems.map(({ code, detail }) => (
          <p key={code} className="mt-0.5">
            <To page="errors" hash={code}>
              <code translate="no" className="font-mono text-[0.92em] break-all">
                {code}
              </code>
            </To>{' '}
            {detail}
          </p>
        ))
      )}
    </li>
  );
}

function SampleAnswer({ document, operation }: OperationProps) {
  const [status, answer] = Object.entries(operation.responses).find(([each]) => Number(each) < 300) ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  if (status === undefined || schema === undefined) return null;
  return (
    <CodeBlock
      title={`Response ${status}, JSON`}
      label={`Response of: ${operation.summary}`}
      code={JSON.stringify(createSample(document, schema), null, 2)}
      className="max-xl:hidden [&_pre]:max-h-80"
    />
  );
}
