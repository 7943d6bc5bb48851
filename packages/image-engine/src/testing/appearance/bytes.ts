/** Builds byte sequences for generated test files that state their color and orientation. */
export type Bytes = Uint8Array | readonly number[] | string;

export const joinBytes = (...parts: readonly Bytes[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
export const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

interface ExifOptions {
  readonly isLittleEndian?: boolean;
  /** Field type in TIFF: 3 is SHORT, 4 is LONG, 1 is BYTE (TIFF 6.0, section 2). */
  readonly type?: number;
  readonly count?: number;
  /** Directory that contains the tag: the picture's (IFD0), or its thumbnail's (IFD1). */
  readonly directory?: 0 | 1;
  /** Value of a second entry, for files in which the tag occurs twice. */
  readonly second?: number;
}

/** Builds a TIFF structure with an orientation (Exif 2.3, tag 0x0112), without the preceding identifier "Exif". */
export function exif(orientation: number, options: ExifOptions = {}): Buffer {
  const { isLittleEndian = true, type = 3, count = 1, directory = 0, second } = options;
  const order = (value: number[]): number[] => (isLittleEndian ? value.toReversed() : value);
  const entry = (value: number): number[] => [
    ...order(u16(0x0112)),
    ...order(u16(type)),
    ...order(u32(count)),
    ...(type === 4 ? order(u32(value)) : [...(type === 1 ? [value, 0] : order(u16(value))), 0, 0]),
  ];
  const entries = [entry(orientation), ...(second === undefined ? [] : [entry(second)])];
  const listed = [...order(u16(entries.length)), ...entries.flat(), 0, 0, 0, 0];
  const empty = [...order(u16(0)), ...order(u32(14))];
  return joinBytes(
    isLittleEndian ? 'II' : 'MM',
    order(u16(42)),
    order(u32(8)),
    directory === 0 ? listed : [...empty, ...listed],
  );
}

/** Builds an XMP packet that states an orientation; browsers ignore orientations in XMP. */
export const xmpOrientation = (orientation: number): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="${orientation}"/>` +
  `</rdf:RDF></x:xmpmeta>`;
