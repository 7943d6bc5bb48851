/** Inclusive positions. */
export interface ByteRange {
  readonly startByte: number;
  readonly endByteInclusive: number;
}

/**
 * Reads a Range header (RFC 9110, section 14.2).
 * @param sizeBytes of the whole object
 * @returns the range, cut to the object; 'unsatisfiable' when it begins behind the end; null when there is no
 *   header that we serve (several ranges, other units, nonsense): the whole object is the answer then
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    // The last so many bytes.
    if (last === '') return null;
    const lengthBytes = Number(last);
    if (lengthBytes === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { startByte: Math.max(0, sizeBytes - lengthBytes), endByteInclusive: sizeBytes - 1 };
  }
  const startByte = Number(first);
  const endByteInclusive = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < startByte) return null;
  return startByte >= sizeBytes ? 'unsatisfiable' : { startByte, endByteInclusive };
}
