// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../testing/browser-doubles.ts';
import type { SentRequest } from '../../testing/browser-doubles.ts';
import { Highlighted } from './code/highlight.tsx';
import { SNIPPETS, writtenFor } from '@packshot/contract/api/printed-examples';
import DevelopersPage from './index.tsx';
import type { ReferenceDocument } from './reference/document.ts';

const PROBLEMS = [{ code: 'TOO_SMALL', detail: 'This photo is too small.' }];
const DOCUMENT: ReferenceDocument = {
  info: { version: '1' },
  tags: [{ name: 'Tools' }],
  paths: {
    '/v1/cutouts': {
      post: {
        operationId: 'createCutout',
        summary: 'Cut a product out',
        tags: ['Tools'],
        security: [{}],
        parameters: [],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  image: { type: 'string', format: 'binary', 'x-required': true },
                  wait: { type: 'number', minimum: 0, maximum: 55 },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The picture',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
          },
          422: { description: 'TOO_SMALL: …', 'x-problems': PROBLEMS },
        },
      },
    },
  },
  components: {
    schemas: {
      Job: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
    },
  },
};

/** Opens a page with a fake server that answers every call of a tool with a picture. */
async function open(path: string): Promise<SentRequest[]> {
  const requests = stubServer({
    'openapi.json': () => Response.json(DOCUMENT),
    '/v1/cutouts': () =>
      new Response('bytes', {
        headers: { 'content-type': 'image/png', 'packshot-confidence': '0.970', 'x-other': 'x' },
      }),
  });
  const root = createRootRoute();
  const pages = ['/api/docs', '/api/docs/$page'].map((each) =>
    createRoute({ getParentRoute: () => root, path: each, component: DevelopersPage }),
  );
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
  return requests;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', () => undefined);
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openTryIt() {
  const person = userEvent.setup();
  const box = within(await screen.findByRole('region', { name: 'Try it: Cut a product out' }));
  await person.click(box.getByRole('button', { name: 'Try it' }));
  return { person, box };
}

describe('the API playground', () => {
  it('refuses a live key with an explanation, and sends nothing', async () => {
    const requests = await open('/api/docs/reference');
    const { person, box } = await openTryIt();
    await person.type(box.getByLabelText('Test key'), 'pk_live_abc');
    expect(box.getByRole('alert').textContent).toContain('This is a live key');
    expect(box.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await person.upload(box.getByLabelText('image'), new File(['photo'], 'mug.jpg', { type: 'image/jpeg' }));
    await person.type(box.getByLabelText('Test key'), '{Enter}');
    expect(requests.filter(({ init }) => init.method === 'POST')).toEqual([]);
    await person.clear(box.getByLabelText('Test key'));
  });

  it('sends the photo and a test key, and shows picture, status and headers', async () => {
    const requests = await open('/api/docs/reference');
    const { person, box } = await openTryIt();
    await person.type(box.getByLabelText('Test key'), 'pk_test_abc');
    await person.upload(box.getByLabelText('image'), new File(['photo'], 'mug.jpg', { type: 'image/jpeg' }));
    await person.click(box.getByText('1 more'));
    await person.type(box.getByLabelText('wait'), '5');
    await person.click(box.getByRole('button', { name: 'Send' }));
    expect((await box.findByAltText<HTMLImageElement>('Result of the call')).src).toBe('blob:picture');
    expect(box.getByText('200')).toBeTruthy();
    expect(box.getByText('0.970')).toBeTruthy();
    expect(box.queryByText('x-other:')).toBeNull();
    const call = requests.find(({ init }) => init.method === 'POST');
    expect(call?.headers.get('x-api-key')).toBe('pk_test_abc');
    const body = call?.init.body as FormData;
    expect([body.get('wait'), (body.get('image') as File).name]).toEqual(['5', 'mug.jpg']);
  });
});

describe('the API reference', () => {
  it('shows parameters, an example call and a sample answer from the OpenAPI document', async () => {
    await open('/api/docs/reference');
    expect(await screen.findByLabelText('Cut a product out, curl')).toHaveProperty(
      'textContent',
      `curl ${location.origin}/v1/cutouts \\\n  -H "X-Api-Key: $PACKSHOT_KEY" \\\n  -F image=@image.jpg`,
    );
    expect(screen.getByLabelText('Response of: Cut a product out').textContent).toContain('"id": "0b0e');
    expect(screen.getByText('0 to 55')).toBeTruthy();
  });

  it('lists and searches the error codes', async () => {
    await open('/api/docs/errors');
    expect(await screen.findByText('This photo is too small.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Find a code'), 'zebra');
    await waitFor(() => expect(screen.getByText('No matching codes.')).toBeTruthy());
  });
});

it('an unknown page of the documentation is reported, with links to the others', async () => {
  await open('/api/docs/nonsense');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  expect(screen.getByRole('link', { name: 'API reference' })).toBeTruthy();
});

it('the documentation search finds error codes and sections, and opens a section by keyboard', async () => {
  await open('/api/docs');
  const person = userEvent.setup();
  await person.keyboard('/');
  const field = screen.getByRole('combobox', { name: 'Search the documentation' });
  expect(document.activeElement).toBe(field);
  await waitFor(async () => {
    await person.clear(field);
    await person.type(field, 'too small');
    expect(screen.getByRole('option', { name: /TOO_SMALL/ })).toBeTruthy();
  });
  await person.clear(field);
  await person.type(field, 'paying twice{Enter}');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Limits and retries');
});

it('syntax highlighting doesn’t change the text of an example, which has this installation’s address', () => {
  for (const [name, snippet] of Object.entries(SNIPPETS)) {
    for (const code of Object.values(snippet)) {
      const { container } = render(<Highlighted code={code} />);
      expect(container.textContent, name).toBe(code);
    }
  }
  const written = writtenFor(SNIPPETS.photo.curl, 'https://shop.example', '/assets/mug.jpg');
  expect(written).toBe('curl -o mug.jpg https://shop.example/assets/mug.jpg');
});
