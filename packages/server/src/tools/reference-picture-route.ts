import type { FastifyInstance } from 'fastify';
import type { ReferenceService } from './reference-service.ts';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

/** First path segment of the URLs of built-in references' pictures. */
export const REFERENCE_PICTURES_PATH = '/sets';
const FILE_NAME = 'preview.webp';
const ONE_YEAR_S = 365 * 24 * 3600;

/** Path of a reference's picture, on the web app's own origin. */
export const referencePictureUrl = (id: string, version: string): string =>
  `${REFERENCE_PICTURES_PATH}/${id}/${FILE_NAME}?v=${version}`;

/**
 * Serves the pictures of the built-in references. A URL with the current version can be cached forever. A URL with
 * another version, from a page of another release, returns the current picture without caching.
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
        .header('cache-control', isPresent ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
}
