/** Types for the parts of OpenAPI documents that these pages use. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** Set if the field is required unless the caller provides the value in another way. */
  readonly 'x-required'?: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

type BodyContent = Readonly<Record<string, { readonly schema: Schema }>>;

export interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly content?: BodyContent;
  readonly 'x-problems'?: readonly { readonly code: string; readonly detail: string }[];
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: BodyContent };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

export interface ReferenceDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

export const DOCUMENTS = { v1: '/v1/openapi.json', studio: '/api/openapi.json' } as const;
type DocumentPath = (typeof DOCUMENTS)[keyof typeof DOCUMENTS];

const loading = new Map<DocumentPath, Promise<ReferenceDocument>>();

/** Loads an OpenAPI document, once for all pages. */
export function loadDocument(path: DocumentPath): Promise<ReferenceDocument> {
  const pendingDocument = loading.get(path);
  if (pendingDocument !== undefined) return pendingDocument;
  const fetched = fetchDocument(path);
  loading.set(path, fetched);
  fetched.catch(() => loading.delete(path));
  return fetched;
}

async function fetchDocument(path: DocumentPath): Promise<ReferenceDocument> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as ReferenceDocument;
}

export const listOperations = ({ paths }: ReferenceDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

export function resolveSchema(document: ReferenceDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : { ...document.components.schemas[name], ...schema };
}

export interface DocumentedProblem {
  readonly code: string;
  readonly detail: string;
  readonly status: number;
  readonly operations: readonly string[];
}

/** Problems in the OpenAPI document, by status and code. */
export function listProblems(document: ReferenceDocument): readonly DocumentedProblem[] {
  const problemByCode = new Map<string, DocumentedProblem>();
  for (const { responses, operationId } of listOperations(document)) {
    for (const [status, answer] of Object.entries(responses)) {
      for (const { code, detail } of answer['x-problems'] ?? []) {
        const operations = [...(problemByCode.get(code)?.operations ?? []), operationId];
        problemByCode.set(code, { code, detail, status: Number(status), operations });
      }
    }
  }
  return [...problemByCode.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}
