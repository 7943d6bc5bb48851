import type { ReactNode } from 'react';
import { Name, Words } from '../prose.tsx';
import { resolveSchema } from './document.ts';
import type { ReferenceDocument, Schema } from './document.ts';
import { describeBounds, innerFields, describeType } from './schema-words.ts';

export interface SchemaField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

interface FieldsProps {
  readonly document: ReferenceDocument;
  readonly fields: readonly SchemaField[];
  /** Nesting level of these fields; nested fields open on demand. */
  readonly depth?: number;
}

/** Nesting level from which the OpenAPI document itself is easier to read. */
const MAX_DEPTH = 4;

export function Fields({ document, fields, depth = 0 }: FieldsProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(({ name, schema, isRequired }) => (
        <li key={name} className="py-2.5 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <code translate="no" className="font-mono font-semibold break-all">
              {name}
            </code>
            <span className="text-muted">{describeType(document, schema)}</span>
            {isRequired && <span className="text-xs font-medium text-warning">required</span>}
          </p>
          <About schema={resolveSchema(document, schema)} />
          <Nested document={document} schema={schema} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

function About({ schema }: { readonly schema: Schema }) {
  const { description, enum: values } = schema;
  const notes = describeBounds(schema);
  return (
    <>
      {description !== undefined && (
        <p className="mt-0.5 max-w-[44rem]">
          <Words text={description} />
        </p>
      )}
      {notes.length > 0 && <p className="mt-0.5 text-muted">{notes.join(' · ')}</p>}
      {values !== undefined && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {values.map((value) => (
            <Name key={String(value)}>{JSON.stringify(value)}</Name>
          ))}
        </p>
      )}
    </>
  );
}

function Nested({
  document,
  schema,
  depth,
}: Omit<FieldsProps, 'fields'> & { readonly schema: Schema }): ReactNode {
  const inner = innerFields(document, schema);
  const level = depth ?? 0;
  if (inner.length === 0 || level >= MAX_DEPTH) return null;
  return (
    <details className="mt-1.5">
      <summary className="w-fit rounded-sm text-sm font-medium text-muted hover:text-ink">
        {inner.length === 1 ? '1 field' : `${inner.length} fields`}
      </summary>
      <div className="mt-2 border-l-2 border-line pl-4">
        <Fields
          document={document}
          depth={level + 1}
          fields={inner.map(([name, field, isRequired]) => ({ name, schema: field, isRequired }))}
        />
      </div>
    </details>
  );
}
