import { referencesResponseSchema } from '@packshot/contract';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { describe, expect, it } from 'vitest';
import { createReferenceService } from '../../src/tools/reference-service.ts';
import { referencePictureUrl } from '../../src/tools/reference-picture-route.ts';
import { pathTo, testApp } from '../../src/testing/http/test-app.ts';

/** Creates an app with fake services, except that references are real. */
function appWithReferences() {
  const { app, services } = testApp();
  Object.assign(services.references, createReferenceService(createReferenceCatalog(), referencePictureUrl));
  return app;
}

async function listed(app: ReturnType<typeof appWithReferences>) {
  const answer = await app.inject({ url: pathTo('listReferences') });
  expect(answer.statusCode).toBe(200);
  return { answer, references: referencesResponseSchema.parse(answer.json()).data };
}

describe('the catalog of built-in references', () => {
  it('has 24 public references that can be cached for a while', async () => {
    const { answer, references } = await listed(appWithReferences());
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(references).toHaveLength(24);
    expect(new Set(references.map(({ id }) => id)).size).toBe(references.length);
  });

  it('has pictures that can be cached forever', async () => {
    const app = appWithReferences();
    const { references } = await listed(app);
    for (const { image } of references) {
      const { statusCode, headers, rawPayload } = await app.inject({ url: image });
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('image/webp');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(rawPayload.subarray(8, 12).toString('latin1')).toBe('WEBP');
    }
  });

  it('shows the current picture to a page of an earlier release, uncached', async () => {
    const app = appWithReferences();
    const { references } = await listed(app);
    const [path] = references[0]?.image.split('?') ?? [];
    for (const url of [`${path}?v=0123456789abcdef`, `${path}`, `${path}?v=1&v=2`]) {
      const { statusCode, headers } = await app.inject({ url });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    }
  });

  it.each([
    '/sets/the-moon/preview.webp',
    '/sets/constructor/preview.webp',
    '/sets/..%2f..%2fpackage.json/preview.webp',
    '/sets/still-water%2fpreview.webp/preview.webp',
    '/sets/still-water/set.json',
    '/sets/still-water',
  ])('has no picture at the path %s', async (url) => {
    const answer = await appWithReferences().inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});
