export interface ByteRange {
  readonly startByte: number;
  readonly endByteInclusive: number;
}

/**
 * Parses a Range header (RFC 9110, section 14.2).
 * @param sizeBytes size of the whole object
 * @returns the range, clamped to the object; 'unsatisfiable' if it starts past the end; null, which means the whole
 * object, for an unsupported header: several ranges, other units, invalid text
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    // Without a start, the range is a suffix: the last `lengthBytes` bytes.
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
