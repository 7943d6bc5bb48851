import type { MultipartFile } from '@fastify/multipart';
import { DomainError } from '../domain-error.ts';

/**
 * Reads a file of a form into memory.
 * @throws DomainError TOO_LARGE_BYTES as soon as more than `maxBytes` have arrived, whatever the file's size
 */
export async function readFormFile(
  { file, fieldname }: Pick<MultipartFile, 'file' | 'fieldname'>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new DomainError('TOO_LARGE_BYTES', { detail: { param: fieldname } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
}
