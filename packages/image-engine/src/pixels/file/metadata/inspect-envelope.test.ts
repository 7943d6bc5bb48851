import { describe, expect, it } from 'vitest';
import { encodeInteger, joinBytes, latin1, withPngChunk } from './chunks.ts';
import { parseCbor } from './cbor.ts';
import { inspectEnvelope } from './inspect-envelope.ts';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const whole = joinBytes(...content);
  return joinBytes(encodeInteger(whole.length + 8, 4, false), latin1(type), whole);
};
const UUID_END = Uint8Array.of(0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71);
const descriptionBox = (kind: string, label: string, toggles = 3): Uint8Array =>
  box('jumd', latin1(kind), UUID_END, Uint8Array.of(toggles), latin1(`${label}\0`));
const superBox = (kind: string, label: string, ...content: readonly Uint8Array[]): Uint8Array =>
  box('jumb', descriptionBox(kind, label), ...content);

/** Encodes CBOR byte by byte, independently of the tested code. */
const text = (value: string): Uint8Array => joinBytes(Uint8Array.of(0x78, value.length), latin1(value));
const bytes = (...value: number[]): Uint8Array => joinBytes(Uint8Array.of(0x40 + value.length, ...value));
const map = (...entries: readonly Uint8Array[]): Uint8Array =>
  joinBytes(Uint8Array.of(0xa0 + entries.length / 2), ...entries);
const NULL = Uint8Array.of(0xf6);
const sign1 = (unsigned: Uint8Array, payload: Uint8Array = NULL): Uint8Array =>
  joinBytes(Uint8Array.of(0xd2, 0x84), bytes(0xa0), unsigned, payload, bytes(1, 2, 3));

const MANIFEST = 'urn:c2pa:1';
const createClaim = (signature = `self#jumbf=/c2pa/${MANIFEST}/c2pa.signature`): Uint8Array =>
  map(
    text('signature'),
    text(signature),
    text('created_assertions'),
    joinBytes(Uint8Array.of(0x81), map(text('url'), text('self#jumbf=c2pa.assertions/mine'))),
  );
interface EnvelopeParts {
  readonly claim?: Uint8Array;
  readonly cose?: Uint8Array;
  readonly assertions?: readonly Uint8Array[];
  readonly more?: readonly Uint8Array[];
  readonly label?: string;
}
const MINE = superBox('cbor', 'mine', box('cbor', map()));
const flagBox = (toggles: number): Uint8Array =>
  box('jumb', descriptionBox('cbor', 'mine', toggles), box('cbor', map()));
const createManifest = ({
  claim,
  cose,
  assertions = [MINE],
  more = [],
  label = MANIFEST,
}: EnvelopeParts = {}): Uint8Array =>
  superBox(
    'c2ma',
    label,
    superBox('c2as', 'c2pa.assertions', ...assertions),
    superBox('c2cl', 'c2pa.claim.v2', box('cbor', claim ?? createClaim())),
    superBox('c2cs', 'c2pa.signature', box('cbor', cose ?? sign1(map()))),
    ...more,
  );
const createStore = (...manifests: readonly Uint8Array[]): Uint8Array =>
  superBox('c2pa', 'c2pa', ...manifests);
const inPng = (...stores: readonly Uint8Array[]): Uint8Array =>
  stores.reduce<Uint8Array<ArrayBuffer>>(
    (file, store) => joinBytes(...withPngChunk(file, 'caBX', store)),
    PNG.slice(),
  );
const envelopeIn = (store: Uint8Array): string => inspectEnvelope(inPng(store));

describe('the envelope (box structure) of a file’s C2PA credentials', () => {
  it('is sound as programs write it, with every box that the standard names', () => {
    expect(envelopeIn(createStore(createManifest()))).toBe('sound');
    const relative = createManifest({ claim: createClaim('self#jumbf=c2pa.signature'), label: 'urn:c2pa:2' });
    expect(envelopeIn(createStore(createManifest(), relative))).toBe('sound');
    const stamped = map(text('sigTst'), map(), text('pad'), bytes(0, 0), Uint8Array.of(0x18, 33), bytes(1));
    expect(envelopeIn(createStore(createManifest({ cose: sign1(stamped) })))).toBe('sound');
    const salted = box(
      'jumb',
      box('jumd', latin1('cbor'), UUID_END, Uint8Array.of(0x13), latin1('mine\0'), box('c2sh', bytes(1))),
    );
    expect(envelopeIn(createStore(createManifest({ assertions: [salted] })))).toBe('sound');
    const stores = ['c2vc c2pa.credentials', 'c2db c2pa.databoxes'].map((one) =>
      superBox(...(one.split(' ') as [string, string]), MINE),
    );
    expect(envelopeIn(createStore(createManifest({ more: stores })))).toBe('sound');
    expect(envelopeIn(createStore(superBox('c2cm', 'urn:c2pa:3', box('brob', bytes(1)))))).toBe('sound');
  });

  it('is absent in a file without credentials, and broken when only a part remains', () => {
    expect(inspectEnvelope(PNG)).toBe('none');
    expect(inspectEnvelope(new TextEncoder().encode('jumbo c2pa.claim'))).toBe('none');
    const file = inPng(createStore(createManifest()));
    expect(inspectEnvelope(file.subarray(0, file.length - 200))).toBe('broken');
    const renamed = file.slice();
    renamed.set(latin1('caBY'), 37);
    expect(inspectEnvelope(renamed)).toBe('broken');
  });

  it.each<[string, Uint8Array]>([
    ['two stores', inPng(createStore(createManifest()), createStore(createManifest()))],
    [
      'a checksum that does not fit',
      inPng(createStore(createManifest())).map((byte, at) => (at === 45 ? byte ^ 1 : byte)),
    ],
    ['two manifests of one name', inPng(createStore(createManifest(), createManifest()))],
    ['no manifest', inPng(createStore())],
    ['bytes behind the store', inPng(joinBytes(createStore(createManifest()), Uint8Array.of(0)))],
    [
      'a manifest of another name than its claim says',
      inPng(createStore(createManifest({ label: 'urn:c2pa:2' }))),
    ],
    [
      'an assertion outside the claim',
      inPng(createStore(createManifest({ assertions: [MINE, superBox('cbor', 'other')] }))),
    ],
    [
      'an assertion with a flag that nothing follows',
      inPng(createStore(createManifest({ assertions: [flagBox(0x43)] }))),
    ],
    [
      'an assertion with an invalid salt',
      inPng(createStore(createManifest({ assertions: [flagBox(0x13)] }))),
    ],
    ['a box of padding', inPng(createStore(createManifest({ more: [box('free', latin1('hidden'))] })))],
    [
      'two claims',
      inPng(
        createStore(createManifest({ more: [superBox('c2cl', 'c2pa.claim', box('cbor', createClaim()))] })),
      ),
    ],
    ['an invalid claim', inPng(createStore(createManifest({ claim: text('claim') })))],
    ['bytes behind the claim', inPng(createStore(createManifest({ claim: joinBytes(createClaim(), NULL) })))],
    ['a signature with its own claim', inPng(createStore(createManifest({ cose: sign1(map(), bytes(1)) })))],
    ['an invalid signature', inPng(createStore(createManifest({ cose: map() })))],
    [
      'a signature with nonzero padding',
      inPng(createStore(createManifest({ cose: sign1(map(text('pad'), bytes(0, 1))) }))),
    ],
    ['another kind of manifest', inPng(createStore(superBox('c2mb', 'urn:c2pa:4')))],
    [
      'a kind without a name',
      inPng(box('jumb', box('jumd', new Uint8Array(16), Uint8Array.of(3), latin1('c2pa\0')))),
    ],
  ])('is broken by %s', (_what, file) => {
    expect(inspectEnvelope(file)).toBe('broken');
  });

  it('is “filled” when the signature has an unknown header', () => {
    expect(
      envelopeIn(createStore(createManifest({ cose: sign1(map(text('note'), text('anything'))) }))),
    ).toBe('filled');
  });

  it('is inspected in bounded time, whatever sizes are stated', () => {
    const file = inPng(createStore(createManifest()));
    const store = createStore(createManifest());
    for (let at = 0; at + 4 <= store.length; at += 3)
      for (const size of [0, 1, 7, 0x7fffffff, 0xffffffff]) {
        const bent = store.slice();
        new DataView(bent.buffer).setUint32(at, size);
        envelopeIn(bent);
      }
    for (let end = 0; end < file.length; end += 7) inspectEnvelope(file.subarray(0, end));
    const deep = joinBytes(...Array.from({ length: 1_000 }, () => Uint8Array.of(0x81)));
    for (const claim of [
      deep,
      Uint8Array.of(0x9a, 0xff, 0xff, 0xff, 0xff),
      Uint8Array.of(0x9f),
      Uint8Array.of(0x7b),
    ])
      expect(envelopeIn(createStore(createManifest({ claim })))).toBe('broken');
    const FREE = box('free');
    const boxes = joinBytes(...Array.from({ length: 21_000 }, () => FREE));
    expect(envelopeIn(superBox('c2pa', 'c2pa', boxes))).toBe('broken');
  });
});

describe('the CBOR decoder', () => {
  it.each<[string, number[], unknown]>([
    ['numbers', [0x83, 0x01, 0x20, 0x19, 0x01, 0x00], [1, -1, 256]],
    ['lists and maps without a length', [0x9f, 0xbf, 0x01, 0x02, 0xff, 0xff], [new Map([[1, 2]])]],
    ['a number of eight bytes', [0x1b, 0, 0, 0, 1, 0, 0, 0, 0], 2 ** 32],
    ['a simple value', [0xf5], { simple: 21 }],
    ['an odd map', [0xbf, 0x01, 0xff], null],
    ['more than one value', [0x01, 0x01], null],
    ['nothing', [], null],
    ['a length that is none', [0x1c], null],
  ])('gives the expected value for %s', (_what, written, value) => {
    expect(parseCbor(Uint8Array.from(written))).toEqual(value);
  });
});
