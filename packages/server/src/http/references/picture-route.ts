import type { FastifyInstance } from 'fastify';
import type { ReferenceService } from '../../domain/references/service.ts';
import type { LimitCheck } from '../rate-limits.ts';

/** First segment of the addresses of the built-in references' pictures. */
export const REFERENCE_PICTURES_PATH = '/sets';
const FILE_NAME = 'preview.webp';
const ONE_YEAR_S = 365 * 24 * 3600;

/** Where a reference's picture is served, on whatever origin the page came from. */
export const referencePictureUrl = (id: string, version: string): string =>
  `${REFERENCE_PICTURES_PATH}/${id}/${FILE_NAME}?v=${version}`;

/**
 * The pictures of the built-in references. An address with the present version never changes what it stands for; one of
 * another version, from a page of an earlier release, shows the present picture and is not kept.
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
