/** Creates ZIPs for tests with any content, including invalid ones. */

interface TestZipEntry {
  /** Path of the file; bytes may be in any encoding. */
  readonly path: string | Uint8Array;
  /** Uncompressed content; its length is the size that the ZIP states. */
  readonly data: Uint8Array;
  /** Compressed content, which may differ from `data`; by default `data` is stored uncompressed. */
  readonly packed?: Uint8Array;
  readonly flags?: number;
  readonly extra?: Uint8Array;
}

const LOCAL_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;

export function createZip(entries: readonly TestZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, data, packed, flags = 0, extra = new Uint8Array() } of entries) {
    const name = typeof path === 'string' ? new TextEncoder().encode(path) : new Uint8Array(path);
    const bytes = new Uint8Array(packed ?? data);
    const facts = (view: DataView, at: number): void => {
      view.setUint16(at, flags, true);
      view.setUint16(at + 2, packed ? 8 : 0, true);
      view.setUint32(at + 12, bytes.length, true);
      view.setUint32(at + 16, data.length, true);
      view.setUint16(at + 20, name.length, true);
    };
    const local = new Uint8Array(LOCAL_BYTES);
    const localView = new DataView(local.buffer);
    localView.setUint32(0, 0x04034b50, true);
    facts(localView, 6);
    const entry = new Uint8Array(ENTRY_BYTES);
    const entryView = new DataView(entry.buffer);
    entryView.setUint32(0, 0x02014b50, true);
    facts(entryView, 8);
    entryView.setUint32(42, offset, true);
    entryView.setUint16(30, extra.length, true);
    parts.push(local, name, bytes);
    list.push(entry, name, new Uint8Array(extra));
    offset += LOCAL_BYTES + name.length + bytes.length;
  }
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(
    12,
    list.reduce((sum, part) => sum + part.length, 0),
    true,
  );
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...list, end]);
}
