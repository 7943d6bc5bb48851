import type { FastifyInstance } from 'fastify';
import type { ReferenceService } from './reference-service.ts';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

/** First path segment of the URLs of built-in references' pictures and of studio sets' files. */
export const REFERENCE_PICTURES_PATH = '/sets';
const FILE_NAME = 'preview.webp';
const ONE_YEAR_S = 365 * 24 * 3600;
const CACHED_FOREVER = `public, max-age=${ONE_YEAR_S}, immutable`;

/** Paths of references' pictures and of studio sets' files, on the web app's own origin. */
export const REFERENCE_URLS = {
  picture: (id: string, version: string): string =>
    `${REFERENCE_PICTURES_PATH}/${id}/${FILE_NAME}?v=${version}`,
  setFiles: (id: string, revision: string): string => `${REFERENCE_PICTURES_PATH}/${id}/${revision}/`,
};

/**
 * Serves the pictures of the built-in references, and the files of studio sets. A picture's URL with the current
 * version can be cached forever. A URL with another version, from a page of another release, returns the current
 * picture without caching.
 */
export function registerReferencePictureRoute(
  app: FastifyInstance,
  { references, limitCheck }: { references: ReferenceService; limitCheck: LimitCheck },
): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${REFERENCE_PICTURES_PATH}/:id/${FILE_NAME}`,
    { config: { isQuiet: true }, onRequest: limitCheck },
    async (request, reply) => {
      const { bytes, contentType, version } = await references.picture(request.params.id);
      const isPresent = request.query['v'] === version;
      return reply
        .type(contentType)
        .header('cache-control', isPresent ? CACHED_FOREVER : 'no-cache')
        .send(asBuffer(bytes));
    },
  );
  app.get<{ Params: { id: string; revision: string; name: string } }>(
    `${REFERENCE_PICTURES_PATH}/:id/:revision/:name`,
    { config: { isQuiet: true }, onRequest: limitCheck },
    async (request, reply) => {
      const { id, revision, name } = request.params;
      const { bytes, contentType } = await references.setFile(id, revision, name);
      return reply.type(contentType).header('cache-control', CACHED_FOREVER).send(asBuffer(bytes));
    },
  );
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
