import {
  ALL_V1_ENDPOINTS,
  getToolCall,
  ERRORS,
  problemKind,
  V1_COMMON_ERRORS,
  V1_HEADERS,
  V1_UNIVERSAL_ERRORS,
} from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/http/test-app.ts';

interface OpenApiOperation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties: object } }>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers: object;
        readonly content: object;
        readonly 'x-problems'?: readonly unknown[];
      }
    >
  >;
}

async function read() {
  const answer = await testApp().app.inject({ url: '/v1/openapi.json' });
  expect(answer.statusCode).toBe(200);
  return answer.json<{
    paths: Record<string, Record<string, OpenApiOperation>>;
    components: Record<string, Record<string, unknown>>;
  }>();
}

describe('the OpenAPI document of the public API', () => {
  it('lists every endpoint of the table, with its security, pictures, options and problems', async () => {
    const { paths } = await read();
    for (const [name, endpoint] of Object.entries(ALL_V1_ENDPOINTS)) {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.security).toHaveLength(endpoint.scope === null ? 0 : 2);
      expect(operation?.parameters.some((each) => each.name === 'idempotency-key')).toBe(
        endpoint.takesIdempotencyKey === true || ['call', 'image'].includes(endpoint.body),
      );
      expect(operation?.responses).toHaveProperty(String(endpoint.successStatus));
      const codes = [
        ...(endpoint.errors ?? []),
        ...(endpoint.scope === null ? V1_UNIVERSAL_ERRORS : V1_COMMON_ERRORS),
      ];
      for (const code of codes) {
        const problem = operation?.responses[ERRORS[code].status];
        expect(problem?.description).toContain(`${code}: `);
        expect(problem?.['x-problems']).toContainEqual({ code, detail: problemKind(code).detail });
        expect(problem?.content).toHaveProperty(['application/problem+json']);
      }
      if (endpoint.tool === undefined) continue;
      const { pictures, options } = getToolCall(endpoint.tool);
      const form = operation?.requestBody?.content['multipart/form-data']?.schema.properties;
      const json = operation?.requestBody?.content['application/json']?.schema.properties;
      for (const picture of Object.keys(pictures)) {
        expect(form).toHaveProperty(picture);
        expect(json).toHaveProperty(`${picture}_url`);
        expect(json).toHaveProperty(`${picture}_key`);
      }
      for (const option of [...Object.keys(options), 'wait']) expect(json).toHaveProperty(option);
    }
  });

  it('describes every header, and the answers that have it', async () => {
    const { paths, components } = await read();
    const { simulate, ...answered } = V1_HEADERS;
    const [ok, later] = [
      paths['/v1/cutouts']?.['post']?.responses[200],
      paths['/v1/cutouts']?.['post']?.responses[202],
    ];
    for (const name of Object.values(answered)) expect(ok?.headers).toHaveProperty(name);
    expect(later?.headers).toHaveProperty('location');
    expect(paths['/v1/cutouts']?.['post']?.parameters.map(({ name }) => name)).toContain(simulate);
    expect(Object.keys(components['headers'] ?? {})).toEqual(expect.arrayContaining(Object.values(answered)));
  });

  it('has no dangling reference', async () => {
    const document = await read();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, kind = '', name = ''] of references)
      expect(Object.keys(document.components[kind] ?? {})).toContain(name);
  });
});
