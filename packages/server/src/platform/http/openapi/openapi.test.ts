import { ENDPOINTS } from '@packshot/contract';
import type { Endpoint, EndpointName } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { pathTo, testApp } from '../../../testing/http/test-app.ts';
import type { ApiDocument } from './document.ts';

async function fetchDocument(): Promise<ApiDocument> {
  const answer = await testApp().app.inject({ url: '/api/openapi.json' });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const SECURITY = {
  none: [],
  optional: [{}, { bearer: [] }],
  bearer: [{ bearer: [] }],
  key: [{ key: [] }, { keyHeader: [] }],
};

describe('the OpenAPI document', () => {
  it('lists every endpoint of the contract, with its security, body and answers', async () => {
    const document = await fetchDocument();
    expect(document.openapi).toBe('3.1.1');
    for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
      const endpoint: Endpoint = ENDPOINTS[name];
      const operation = document.paths[pathTo(name)]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(endpoint.operationId ?? name);
      expect(operation?.security).toEqual(SECURITY[endpoint.auth]);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.successStatus));
      expect(operation?.responses['429']?.content?.['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/ErrorBody',
      });
    }
  });

  it('keeps the operation IDs and schema names that generated clients use', async () => {
    const { paths } = await fetchDocument();
    const getOperationId = (name: EndpointName) => paths[pathTo(name)]?.['post']?.operationId;
    expect((['cut-out', 'scene', 'describe', 'export'] as const).map(getOperationId)).toEqual([
      'removeBackground',
      'generate',
      'analyze',
      'exportPicture',
    ]);
    const tools = paths[pathTo('listEngines')]?.['get']?.responses['200'];
    expect(JSON.stringify(tools)).toContain(
      '"enum":["cut-out","background","inspiration","magic","upscale","harmonize","describe","prompt"]',
    );
  });

  it('describes forms and streams', async () => {
    const document = await fetchDocument();
    const operation = document.paths[pathTo('cut-out')]?.['post'];
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]);
    expect(operation?.responses['200']?.content).toEqual({
      'text/event-stream': {
        schema: {
          oneOf: [{ $ref: '#/components/schemas/TaskIdsEvent' }, { $ref: '#/components/schemas/TaskState' }],
        },
      },
    });
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['idempotency-key']);
    expect(operation?.responses['402']?.description).toContain('OUT_OF_CREDITS');
  });

  it('has no dangling reference', async () => {
    const document = await fetchDocument();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
    expect(JSON.stringify(document)).not.toContain('"$schema"');
  });
});
