import {
  ALL_V1_ENDPOINTS,
  CAPTCHA_FRAME_PATH,
  ENDPOINTS,
  ROOT_CERTIFICATE_PATH,
  ROUTES,
} from '@packshot/contract';
import { expect, it } from 'vitest';
import { API_PATHS } from './api-paths.ts';

const isForApi = (path: string): boolean => new RegExp(API_PATHS).test(path);

it('the dev server forwards every API route, under any product slug', () => {
  const endpoints = Object.values({ ...ENDPOINTS, ...ALL_V1_ENDPOINTS }).map(({ path }) =>
    path.replace('{product}', 'studio'),
  );
  const files = [
    '/api/openapi.json',
    '/v1/openapi.json',
    '/objects',
    '/objects/a/b.png',
    '/sets/1/preview.webp',
  ];
  const others = ['/mcp', '/api/remove', '/v1.0/removebg', CAPTCHA_FRAME_PATH, ROOT_CERTIFICATE_PATH];
  expect([...endpoints, ...files, ...others].filter((path) => !isForApi(path))).toEqual([]);
});

it('the dev server itself serves pages, sources and files of the web app', () => {
  const own = [
    ...Object.values(ROUTES),
    '/api/docs/errors',
    '/src/main.tsx',
    '/@vite/client',
    '/favicon.svg',
  ];
  expect(own.filter(isForApi)).toEqual([]);
});
