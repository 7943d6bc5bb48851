import { readdir, readFile } from 'node:fs/promises';
import { referencesResponseSchema, studioSetResponseSchema } from '@packshot/contract';
import type { StudioSet } from '@packshot/image-engine/pixels';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { describe, expect, it } from 'vitest';
import { createReferenceService } from '../../src/tools/reference-service.ts';
import { REFERENCE_URLS } from '../../src/tools/reference-picture-route.ts';
import { pathTo, testApp } from '../../src/testing/http/test-app.ts';

/** Creates an app with fake services, except that references are real. */
function appWithReferences() {
  const { app, services } = testApp();
  Object.assign(services.references, createReferenceService(createReferenceCatalog(), REFERENCE_URLS));
  return app;
}

async function listReferences(app: ReturnType<typeof appWithReferences>) {
  const answer = await app.inject({ url: pathTo('listReferences') });
  expect(answer.statusCode).toBe(200);
  return { answer, references: referencesResponseSchema.parse(answer.json()).data };
}

describe('the catalog of built-in references', () => {
  it('has 24 public references that can be cached for a while', async () => {
    const { answer, references } = await listReferences(appWithReferences());
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(references).toHaveLength(24);
    expect(new Set(references.map(({ id }) => id)).size).toBe(references.length);
  });

  it('has pictures that can be cached forever', async () => {
    const app = appWithReferences();
    const { references } = await listReferences(app);
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
    const { references } = await listReferences(app);
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

describe('the layers of a studio set', () => {
  const ID = 'oak-window-high';
  const FOLDER = new URL(`../../../image-engine/assets/sets/${ID}/`, import.meta.url);

  const setUrl = (id: string): string => pathTo('readStudioSet').replace('{id}', id);

  async function describedSet(app: ReturnType<typeof appWithReferences>) {
    const answer = await app.inject({ url: setUrl(ID) });
    expect(answer.statusCode).toBe(200);
    const { files, set } = studioSetResponseSchema.parse(answer.json()).data;
    return { answer, files, set: set as unknown as StudioSet };
  }

  it('has a public description that can be cached for a while, with the address of its files', async () => {
    const { answer, files, set } = await describedSet(appWithReferences());
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(set).toEqual(JSON.parse(await readFile(new URL('set.json', FOLDER), 'utf8')));
    expect(files).toMatch(/^\/sets\/oak-window-high\/[0-9a-f]{16}\/$/);
    expect((await describedSet(appWithReferences())).files).toBe(files);
  });

  it('has each file that its description names, cached forever', async () => {
    const app = appWithReferences();
    const { files, set } = await describedSet(app);
    const names = [
      'set.json',
      set.albedo.file,
      set.depth.file,
      ...set.lights.map(({ layer }) => layer.file),
      ...set.tints.map(({ file }) => file),
    ];
    const types = { avif: 'image/avif', webp: 'image/webp', json: 'application/json; charset=utf-8' };
    for (const name of names) {
      const { statusCode, headers, rawPayload } = await app.inject({ url: `${files}${name}` });
      expect([name, statusCode]).toEqual([name, 200]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toBe(types[name.split('.')[1] as keyof typeof types]);
      expect(rawPayload.equals(await readFile(new URL(name, FOLDER)))).toBe(true);
    }
    expect(new Set(names)).toEqual(new Set((await readdir(FOLDER)).filter((name) => name !== set.preview)));
  });

  it('has another address for other bytes, even if the description is the same', async () => {
    const catalog = createReferenceCatalog();
    const changed = createReferenceService(
      {
        ...catalog,
        async files(id) {
          const files = await catalog.files(id);
          return files && { ...files, read: async (name) => Buffer.from(`other ${name}`) };
        },
      },
      REFERENCE_URLS,
    );
    const { files } = await describedSet(appWithReferences());
    const { files: otherFiles, set } = await changed.studioSet(ID);
    expect(set.id).toBe(ID);
    expect(otherFiles).not.toBe(files);
  });

  it('isn’t served at the address of another revision, because its layers would be decoded wrongly', async () => {
    const app = appWithReferences();
    const { files, set } = await describedSet(app);
    const revision = files.split('/').at(-2) ?? '';
    const outdated = files.replace(revision, '0123456789abcdef');
    const { statusCode } = await app.inject({ url: `${outdated}${set.albedo.file}` });
    expect(statusCode).toBe(404);
  });

  it.each([
    'readme.md',
    'light-moon.avif',
    'constructor',
    '..%2fset.json',
    `..%2f${ID}%2fset.json`,
    '%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    'set.json%00',
  ])('has no file %s', async (name) => {
    const app = appWithReferences();
    const { files } = await describedSet(app);
    const answer = await app.inject({ url: `${files}${name}` });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['the-moon', 'constructor', 'oak-window'])('isn’t found under the id %s', async (id) => {
    const app = appWithReferences();
    const answer = await app.inject({ url: setUrl(id) });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    const { files } = await describedSet(app);
    const { statusCode } = await app.inject({ url: `${files.replace(ID, id)}set.json` });
    expect(statusCode).toBe(404);
  });
});
