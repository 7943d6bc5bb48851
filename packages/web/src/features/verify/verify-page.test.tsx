// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { CHECKED_FILE_MAX_BYTES, createFileChecks } from './check-file.ts';
import type {
  CredentialsReply,
  CredentialsRequest,
  PixelLikeness,
  LikenessInSquares,
  NotCompared,
} from './credentials-messages.ts';
import { askThread } from './credentials-thread.ts';
import VerifyPage from './index.tsx';
import type { Envelope } from '@packshot/contract/provenance/credentials-verdict';
import { createReport } from '@packshot/contract/provenance/credentials-report';

const LABEL = 'urn:c2pa:17102e82';
const SHA256 = 'a1'.repeat(32);
/** Output of the standard's credentials reader for one of our scenes. */
const SAID = {
  active_manifest: LABEL,
  validation_state: 'Valid',
  validation_results: { activeManifest: { failure: [{ code: 'signingCredential.untrusted' }] } },
  manifests: {
    [LABEL]: {
      claim_generator_info: [{ name: 'Packshot', version: '0.1.0', 'org.contentauth.c2pa_rs': '0.91.3' }],
      signature_info: { alg: 'Es256', issuer: 'Packshot', common_name: 'Packshot, self-hosted, 1470ffa0' },
      ingredients: [
        { title: 'Original', relationship: 'parentOf' },
        { title: 'Still water', relationship: 'componentOf' },
      ],
      assertions: [
        {
          label: 'c2pa.actions.v2',
          data: {
            actions: [
              { action: 'c2pa.opened' },
              {
                action: 'c2pa.placed',
                description: 'Product placed in a rendered studio set',
                softwareAgent: { name: 'Packshot', version: '0.1.0' },
                digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
              },
            ],
          },
        },
        {
          label: 'packshot.recipe',
          data: {
            version: 1,
            sourceType: 'composite',
            contents: ['photo', 'rendered'],
            original: { sha256: SHA256, type: 'image/jpeg' },
            productPixels: 1_204_331,
            productPixelsChanged: 0,
          },
        },
      ],
    },
  },
};
/** Output of the reader, with changed fields in the app's own assertion (`packshot.recipe`). */
const saidWith = (recipe: object) => ({
  ...SAID,
  manifests: {
    [LABEL]: {
      ...SAID.manifests[LABEL],
      assertions: SAID.manifests[LABEL].assertions.map(({ label, data }) => ({
        label,
        data: label === 'packshot.recipe' ? { ...data, ...recipe } : data,
      })),
    },
  },
});
const LIGHT = { kind: 'smooth-field', strength: 0.36, leastGain: 0.61, mostGain: 1.12 };
const readFact = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
const CHANGED = {
  ...SAID,
  validation_state: 'Invalid',
  validation_results: {
    activeManifest: {
      failure: [{ code: 'signingCredential.untrusted' }, { code: 'assertion.dataHash.mismatch' }],
    },
  },
};
/** Smallest valid PNG: a single pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const picture = (name = 'mug.png') => new File([PNG], name, { type: 'image/png' });

const page = (
  answer: (question: CredentialsRequest) => CredentialsReply | Promise<CredentialsReply>,
  root: string | null = null,
) => {
  const ask = vi.fn(async (question: CredentialsRequest) => {
    const reply = await answer(question);
    if (reply.kind === 'failed') throw new Error(reply.message);
    return reply;
  });
  render(<VerifyPage checks={createFileChecks(ask, () => Promise.resolve(root))} />);
  const user = userEvent.setup({ applyAccept: false });
  const chooseIn = async (zone: number, file: File): Promise<void> => {
    const input = screen.getAllByTestId<HTMLInputElement>('file-input')[zone];
    if (input === undefined) throw new Error('There is no such place for a file.');
    await user.upload(input, file);
  };
  return {
    ask,
    choose: (file: File) => chooseIn(0, file),
    chooseOriginal: (file: File) => chooseIn(1, file),
  };
};
const read = (
  credentials: unknown,
  envelope: Envelope = credentials === null ? 'none' : 'sound',
): CredentialsReply => ({
  kind: 'read',
  credentialsJson: credentials === null ? null : JSON.stringify(credentials),
  envelope,
});

afterEach(cleanup);

describe('the verify page', () => {
  it('shows the maker and the sources of a picture, and that it is unchanged since it was signed', async () => {
    const { choose, ask } = page(() => read(SAID));
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Unchanged since it was signed' })).toBeDefined();
    expect(screen.getByText('Packshot 0.1.0', { selector: 'dd bdi' })).toBeDefined();
    expect(screen.getByText('Packshot, self-hosted, 1470ffa0')).toBeDefined();
    // An older release signed the file; it declared no light.
    expect(readFact('Product')).toBe(
      '0 of 1,204,331 product pixels changed, not counting the scene’s light. Measured when it was signed.',
    );
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual([
      'File opened',
      'Product placed in a rendered studio setPackshot 0.1.0',
      'Original',
      'Still water',
    ]);
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ kind: 'read', type: 'image/png' });
  });

  it('recognizes a file signed under a certificate of this installation', async () => {
    const { choose, ask } = page(() => read({ ...SAID, validation_state: 'Trusted' }), 'the root');
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Made and signed by this Packshot' })).toBeDefined();
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ kind: 'read', root: 'the root' });
  });

  it('offers the formats of results, and checks the first of several dropped files', async () => {
    const { ask } = page(() => read(SAID));
    expect(screen.getByTestId<HTMLInputElement>('file-input').accept.split(',')).toEqual(
      expect.arrayContaining(['.webp', '.avif', '.heic']),
    );
    const dropped = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { types: ['Files'], files: [picture('first.webp'), picture('second.webp')] },
    });
    act(() => void dispatchEvent(dropped));
    expect(await screen.findByRole('heading', { name: 'Unchanged since it was signed' })).toBeDefined();
    // The page cancels the event; otherwise the browser would open the file instead of the page.
    expect(dropped.defaultPrevented).toBe(true);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(useGlobalState.getState().toastMessage).toBe('One picture at a time: only first.webp is checked.');
  });

  it('reports a changed picture, and a picture without credentials', async () => {
    const answers = [read(CHANGED), read(null)];
    const { choose } = page(() => answers.shift() ?? read(null));
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Changed since it was signed' })).toBeDefined();
    expect(screen.getByText('The picture was changed after it was signed.')).toBeDefined();
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'No Content Credentials' })).toBeDefined();
    expect(screen.queryByText('The picture was changed after it was signed.')).toBeNull();
  });

  it('compares the original file, and the pixels when the sizes match', async () => {
    const { choose, chooseOriginal } = page((question) =>
      question.kind === 'read'
        ? read(SAID)
        : { kind: 'compared', sha256: SHA256, likeness: { total: 5_000, changed: 12 } },
    );
    await choose(picture());
    await screen.findByRole('heading', { name: 'How it was made' });
    await chooseOriginal(picture('photo.jpg'));
    expect(await screen.findByText(/^This is the exact file that the credentials name/)).toBeDefined();
    expect(screen.getByText(/^12 of the original’s 5,000 opaque pixels look different/)).toBeDefined();
  });

  it.each([
    [
      'the light of a scene',
      { comparedWith: 'cut-out', light: LIGHT },
      /^0 of 1,204,331 product pixels changed beyond the matched lighting \(36%\), compared with the cut-out\. .*by 0\.61 to 1\.12/,
    ],
    [
      'that no light was added',
      { comparedWith: 'cut-out', light: null },
      /^0 of 1,204,331 product pixels changed, compared with the cut-out\. Lighting wasn’t adjusted\. Measured/,
    ],
    [
      'that it was compared with what was pasted',
      { comparedWith: 'pasted', light: LIGHT },
      /with the pasted product, not with its photo\./,
    ],
  ])('describes the product pixels for %s', async (_what, recipe, words) => {
    const { choose } = page(() => read(saidWith(recipe)));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Unchanged since it was signed' });
    expect(readFact('Product')).toMatch(words);
  });

  it('explains for a lossy file in which file its product pixels were counted, or that it was compared in squares', async () => {
    const credentialList = [
      saidWith({ comparedWith: 'cut-out', light: null, countedOn: 'source' }),
      saidWith({
        productPixels: undefined,
        productPixelsChanged: undefined,
        productSquares: { total: 9_120, changed: 0, sidePx: 3.33, levels: 24 },
      }),
    ];
    const { choose } = page(() => read(credentialList.shift()));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Unchanged since it was signed' });
    expect(readFact('Product')).toMatch(/Counted in the picture that this file was saved from;/);
    await choose(picture('other.png'));
    await waitFor(() =>
      expect(readFact('Product')).toMatch(
        /^9,120 of 9,120 areas of the product \(3 × 3 pixels each\) match the cut-out/,
      ),
    );
    expect(readFact('Product')).toMatch(/can’t be counted individually\.$/);
  });

  it.each([
    [0.832, 'compared 83% of this picture with its own records; the rest isn’t verified.'],
    [0.9997, 'compared 99.9% of this picture with its own records; the rest isn’t verified.'],
    [1, 'compared all of this picture with its own records.'],
  ])('shows the share of a file made in the browser that was compared: %d', async (comparedShare, words) => {
    const none = { productPixels: undefined, productPixelsChanged: undefined };
    const { choose } = page(() => read(saidWith({ ...none, comparedShare })));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Unchanged since it was signed' });
    expect(readFact('Compared')).toContain(`The server that signed it ${words}`);
    expect(screen.queryByText('Product')).toBeNull();
  });

  it.each([
    [SHA256, /^Not confirmed: the picture visibly differs from its original\./],
    ['b2'.repeat(32), /which the credentials don’t name as the original\.$/],
  ])(
    'doesn’t confirm the signed number when the picture differs from its original: %s',
    async (sha256, words) => {
      const answers = [12, 0].map((changed): CredentialsReply => ({
        kind: 'compared',
        sha256,
        likeness: { total: 5_000, changed },
      }));
      const { choose, chooseOriginal } = page((question) =>
        question.kind === 'read' ? read(SAID) : (answers.shift() ?? read(null)),
      );
      await choose(picture());
      await screen.findByText('Product');
      await chooseOriginal(picture('photo.jpg'));
      await screen.findByText('Product, as compared here');
      expect(readFact('Product, as compared here')).toMatch(words);
      expect(screen.getByText(/^That’s what the signature says\. Your comparison/)).toBeDefined();
      expect(readFact('Product, as measured when signed')).toMatch(/^0 of 1,204,331/);
      expect(screen.queryByText('Product')).toBeNull();
      await chooseOriginal(picture('photo.jpg'));
      await screen.findByText(/^0 of the original’s 5,000 opaque pixels look different/);
      expect(screen.queryByText('Product, as compared here')).toBeNull();
      expect(screen.queryByText(/^That’s what the signature says/)).toBeNull();
    },
  );

  it('reports unsigned padding in an AVIF', async () => {
    const box = (text: string) => `\0\0\0${String.fromCharCode(text.length + 4)}${text}`;
    const avif = (more: string) => new File([`${box('ftypavif\0\0\0\0avif')}${more}`], 'mug.avif');
    const { choose } = page(() => read(SAID));
    await choose(avif(box('freehidden words')));
    expect(await screen.findByText(/padding that no signature covers/)).toBeDefined();
    await choose(avif(box('mdat')));
    await waitFor(() => expect(screen.queryByText(/padding that no signature covers/)).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Unchanged since it was signed' })).toBeDefined();
  });

  const UNTRUSTED = { code: 'signingCredential.untrusted' };
  const MATCHES = ['claimSignature.validated', 'assertion.hashedURI.match', 'assertion.dataHash.match'];
  const invalid = (failure: readonly string[], success = MATCHES) => ({
    ...SAID,
    validation_state: 'Invalid',
    validation_results: {
      activeManifest: {
        success: success.map((code) => ({ code })),
        failure: [UNTRUSTED, ...failure.map((code) => ({ code }))],
      },
    },
  });

  it('doesn’t call a picture changed because of an account that can’t be looked up', async () => {
    const { choose } = page(() => read(invalid(['cawg.ica.did_unavailable'])));
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Unchanged since it was signed' })).toBeDefined();
    expect(
      screen.getByText(/^It also names a person or an account\. This page couldn’t check/),
    ).toBeDefined();
  });

  it.each([
    ['the picture', invalid(['cawg.ica.did_unavailable', 'assertion.dataHash.mismatch'])],
    ['the picture of an AVIF', invalid(['assertion.bmffHash.mismatch'])],
    ['the picture’s boxes', invalid(['assertion.boxesHash.mismatch'])],
    ['the signature', invalid(['claimSignature.mismatch'])],
    ['an assertion', invalid(['assertion.hashedURI.mismatch'])],
    ['something unknown', invalid(['another.failure'])],
    ['nothing that is known to match', invalid(['cawg.ica.did_unavailable'], [])],
    ['a signature alone', invalid(['cawg.ica.did_unavailable'], ['claimSignature.validated'])],
    ['more people than a page reads', invalid([...Array<string>(5_000).fill('cawg.x'), 'claim.missing'])],
  ])('calls a file changed for error codes about %s', (_what, credentials) => {
    expect(createReport(JSON.stringify(credentials), 'sound').verdict).toBe('changed');
  });

  it('trusts this installation’s signature even if a person named in the credentials can’t be looked up', () => {
    const { activeManifest } = invalid([], [...MATCHES, 'signingCredential.trusted']).validation_results;
    const own = { ...activeManifest, failure: [{ code: 'cawg.ica.did_unavailable' }] };
    const credentials = { ...invalid([]), validation_results: { activeManifest: own } };
    expect(createReport(JSON.stringify(credentials), 'sound').verdict).toBe('own');
  });

  it('names the ingredients with invalid credentials', async () => {
    const delta = (manifest: string, label: string, code: string) => ({
      ingredientAssertionURI: `self#jumbf=/c2pa/${manifest}/c2pa.assertions/${label}`,
      validationDeltas: { success: [], informational: [], failure: [{ code }] },
    });
    const mismatch = 'assertion.dataHash.mismatch';
    const ingredients = [
      { title: 'broken-now.jpg', label: 'c2pa.ingredient.v3' },
      { title: 'sound.jpg', label: 'c2pa.ingredient.v3__1', validation_status: [UNTRUSTED] },
      { title: 'broken-then.jpg', label: 'c2pa.ingredient.v3__2', validation_status: [{ code: mismatch }] },
      {
        title: 'broken-since-3.jpg',
        label: 'c2pa.ingredient.v3__3',
        validation_results: { activeManifest: { success: [], failure: [{ code: mismatch }] } },
      },
    ];
    const { validation_results: results } = invalid([]);
    const { choose } = page(() =>
      read({
        ...invalid([]),
        manifests: {
          'urn:below': { ingredients: [{ title: 'deeper.jpg', label: 'c2pa.ingredient' }] },
          [LABEL]: { ...SAID.manifests[LABEL], ingredients },
        },
        validation_results: {
          ...results,
          ingredientDeltas: [
            delta(LABEL, 'c2pa.ingredient.v3', mismatch),
            delta(LABEL, 'c2pa.ingredient.v3__1', 'signingCredential.untrusted'),
            delta('urn:below', 'c2pa.ingredient', 'claimSignature.mismatch'),
          ],
        },
      }),
    );
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Unchanged since it was signed' })).toBeDefined();
    const broken = screen
      .getAllByText(/whose own credentials aren’t valid/)
      .map((line) => line.querySelector('bdi')?.textContent);
    expect(broken).toEqual(['broken-now.jpg', 'broken-then.jpg', 'broken-since-3.jpg', 'deeper.jpg']);
  });

  it('reports invalid ingredients without a description', () => {
    const deltas = [
      {
        ingredientAssertionURI: 'x',
        validationDeltas: { failure: [{ code: 'ingredient.manifest.missing' }] },
      },
    ];
    const { validation_results: results } = invalid([]);
    const credentials = { ...invalid([]), validation_results: { ...results, ingredientDeltas: deltas } };
    expect(createReport(JSON.stringify(credentials), 'sound').brokenIngredients).toEqual([
      'A picture without a title',
    ]);
  });

  it('hides the signed pixel counts of a changed file', async () => {
    const { choose } = page(() => read({ ...CHANGED, manifests: saidWith({ comparedShare: 1 }).manifests }));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Changed since it was signed' });
    expect(readFact('Measured')).toContain('the file was changed after it was measured');
    expect(screen.queryByText(/0 of 1,204,331|compared all/)).toBeNull();
  });

  it.each([
    [
      'a file that isn’t a picture',
      new File(['<svg/>'], 'x.png'),
      /^This isn’t a PNG, JPEG, WebP, AVIF, HEIC or PSD/,
    ],
    ['an empty file', new File([], 'x.png'), 'This file is empty.'],
    [
      'a file too large for a browser',
      Object.defineProperty(picture(), 'size', { value: CHECKED_FILE_MAX_BYTES + 1 }),
      'This file is larger than 200 MB.',
    ],
    [
      'a folder, which nothing can be read of',
      Object.defineProperty(picture('photos'), 'slice', {
        value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
      }),
      /^This couldn’t be read\. If it’s a folder, choose one picture in it\./,
    ],
  ])('refuses %s without reading it', async (_what, file, sentence) => {
    const { choose, ask } = page(() => read(SAID));
    await choose(file);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(ask).not.toHaveBeenCalled();
  });

  it('explains that a dropped link isn’t a file', async () => {
    page(() => read(SAID));
    const dropped = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { types: ['text/uri-list', 'text/plain'], files: [], getData: () => '' },
    });
    act(() => void dispatchEvent(dropped));
    // The page cancels the event; otherwise the browser would open the link instead of the page.
    expect(dropped.defaultPrevented).toBe(true);
    await vi.waitFor(() =>
      expect(useGlobalState.getState().toastMessage).toMatch(/^That was a link, not a file\./),
    );
  });

  it.each([
    ['composite', 'photo', 'rendered', 'Made with Packshot; no generative AI. Its signer says so.'],
    ['compositeSynthetic', 'photo', 'generated-ground', /^Contains AI-generated parts: the background\./],
  ])(
    'begins with the AI-generated share of a picture of the type %s',
    async (sourceType, one, other, words) => {
      const { choose } = page(() => read(saidWith({ sourceType, contents: [one, other] })));
      await choose(picture());
      expect(await screen.findByText(words)).toBeDefined();
    },
  );

  it('explains that a Photoshop file can’t be signed, and shows its XMP statement', async () => {
    const steps = {
      version: 1,
      contents: ['photo', 'rendered'],
      steps: [{ tool: 'scene', effect: 'put-on-set', engine: { name: 'Packshot', version: '0.1.0' } }],
      earlierSteps: 0,
    };
    const xmp = `<x:xmpmeta><packshot:provenance>${JSON.stringify(steps)}</packshot:provenance></x:xmpmeta>`;
    const { choose, ask } = page(() => read(SAID));
    await choose(new File([`8BPS\0\x01${xmp}`], 'mug.psd'));
    expect(await screen.findByRole('heading', { name: /^A Photoshop file/ })).toBeDefined();
    expect(screen.getByText(/from the file’s XMP, which isn’t protected from changes/)).toBeDefined();
    expect(screen.getByText('Product placed in a rendered studio set')).toBeDefined();
    await choose(new File(['8BPS\0\x01'], 'bare.psd'));
    expect(await screen.findByText(/this one’s XMP doesn’t say how it was made/)).toBeDefined();
    expect(ask).not.toHaveBeenCalled();
  });

  it('calls a file changed when only the container of its credentials was changed, and hides the signed pixel counts', async () => {
    const { choose } = page(() => read({ ...SAID, validation_state: 'Trusted' }, 'broken'));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Changed since it was signed' });
    expect(
      screen.getByText(/^The structure that holds the credentials in the file was changed/),
    ).toBeDefined();
    expect(readFact('Measured')).toContain('the file was changed after it was measured');
  });

  it('calls credentials damaged when their reader can’t find them in the file', async () => {
    const { choose } = page(() => read(null, 'broken'));
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'Unreadable credentials' })).toBeDefined();
  });

  it('reports unsigned padding beside the signature', async () => {
    const { choose } = page(() => read(SAID, 'filled'));
    await choose(picture());
    await screen.findByRole('heading', { name: 'Unchanged since it was signed' });
    expect(screen.getByText(/The file also has padding that no signature covers/)).toBeDefined();
  });

  it('doesn’t call a file changed because its certificate has expired', async () => {
    const { choose } = page(() => read(invalid(['signingCredential.expired'])));
    await choose(picture());
    expect(
      await screen.findByRole('heading', { name: 'Unchanged, but the certificate isn’t valid' }),
    ).toBeDefined();
    expect(screen.getByText(/^Its certificate has expired\. Nothing in the file proves/)).toBeDefined();
    expect(screen.queryByText(/Changed since/)).toBeNull();
    const changed = invalid(['signingCredential.expired', 'assertion.dataHash.mismatch']);
    expect(createReport(JSON.stringify(changed), 'sound').verdict).toBe('changed');
  });

  it('reports a file that crashes its reader as damaged', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { choose } = page(() => ({ kind: 'failed', message: 'unreachable executed' }));
    await choose(new File([PNG, new Uint8Array(5_000_000), 'caBX'], 'mug.png', { type: 'image/png' }));
    expect(await screen.findByRole('heading', { name: 'Unreadable credentials' })).toBeDefined();
  });

  it('names the host of remote credentials, and doesn’t call them damaged', async () => {
    const failure = 'C2pa(RemoteManifestUrl("https://manifests.example.com/c2pa/1"))';
    const { choose } = page(() => ({ kind: 'failed', message: failure }));
    await choose(new File([PNG, 'https://manifests.example.com/c2pa/1'], 'mug.png'));
    expect(await screen.findByRole('heading', { name: 'Credentials stored elsewhere' })).toBeDefined();
    expect(screen.getByText('manifests.example.com').parentElement?.textContent).toBe(
      'Its credentials are stored at manifests.example.com. This page doesn’t contact other servers.',
    );
  });

  it.each<[PixelLikeness | LikenessInSquares | NotCompared, RegExp]>([
    ['original-not-shown', /^This browser can’t show the original/],
    ['picture-not-shown', /^This browser can’t show the picture/],
    ['other-shape', /^The two have different shapes: .* The count above was made together with the picture/],
    [
      { squares: 120_000, changed: 3, sidePx: 2.1, levels: 24, tint: 1 },
      /^The two have different sizes, so they were compared in squares of 2\.1 pixels: 3 of 120,000 differ visibly/,
    ],
    [
      { squares: 120_000, changed: 3, sidePx: 12.4, levels: 24, tint: 20.2 },
      /in squares of 12 pixels: .* In a part of the picture, the colors are shifted by 20 of 255 levels\.$/,
    ],
  ])('explains how two pictures were compared, or why not: %j', async (likeness, words) => {
    const { choose, chooseOriginal } = page((question) =>
      question.kind === 'read' ? read(SAID) : { kind: 'compared', sha256: SHA256, likeness },
    );
    await choose(picture());
    await screen.findByRole('heading', { name: 'How it was made' });
    await chooseOriginal(picture('photo.heic'));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText(/^This is the exact file/)).toBeDefined();
  });

  it('reads HEIC', async () => {
    const { choose, ask } = page(() => read(SAID));
    await choose(new File(['\0\0\0\u0018ftypheic\0\0\0\0mif1heic'], 'mug.heic'));
    await screen.findByRole('heading', { name: 'Unchanged since it was signed' });
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ type: 'image/heic' });
  });

  it('doesn’t display a picture that claims a thousand megapixels', async () => {
    const { choose } = page(() => read(null));
    await choose(picture());
    await screen.findByRole('heading', { name: 'No Content Credentials' });
    expect(document.querySelectorAll('img')).toHaveLength(1);
    const bomb = PNG.slice();
    new DataView(bomb.buffer).setUint32(16, 30_000);
    new DataView(bomb.buffer).setUint32(20, 30_000);
    await choose(new File([bomb], 'bomb.png'));
    await waitFor(() => expect(screen.getByText('bomb.png')).toBeDefined());
    await screen.findByRole('heading', { name: 'No Content Credentials' });
    expect(document.querySelectorAll('img')).toHaveLength(0);
  });

  it('reports a broken picture without credentials as having no credentials', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { choose } = page(() => ({ kind: 'failed', message: 'unexpected end of file' }));
    await choose(picture());
    expect(await screen.findByRole('heading', { name: 'No Content Credentials' })).toBeDefined();
  });

  it('shows the file chosen last, whichever is read first', async () => {
    const waiting: ((answer: CredentialsReply) => void)[] = [];
    const { choose } = page(() => new Promise((resolve) => waiting.push(resolve)));
    await choose(picture('first.png'));
    await choose(picture('second.png'));
    waiting[1]?.(read(null));
    await screen.findByRole('heading', { name: 'No Content Credentials' });
    waiting[0]?.(read(SAID));
    await Promise.resolve();
    const result = within(screen.getByRole('region', { name: 'Result' }));
    expect(result.getByRole('heading', { level: 2, name: 'No Content Credentials' })).toBeDefined();
    expect(result.getByText('second.png')).toBeDefined();
  });
});

describe('Content Credentials of other programs', () => {
  const manifest = SAID.manifests[LABEL];
  const withManifest = (change: object) => ({ ...SAID, manifests: { [LABEL]: { ...manifest, ...change } } });

  it.each([
    ['no JSON', '{'],
    ['a number', '7'],
    ['without their manifest', JSON.stringify({ ...SAID, manifests: {} })],
    ['with lists that aren’t arrays', JSON.stringify({ ...SAID, manifests: { [LABEL]: 3 } })],
  ])('credentials count as damaged when they are %s', (_what, credentials) => {
    expect(createReport(credentials, 'sound').verdict).toBe('damaged');
  });

  it('credentials are cut to a displayable size', () => {
    const actions = Array.from({ length: 5_000 }, () => ({ action: 'x'.repeat(100_000) }));
    const ingredients = Array.from({ length: 5_000 }, () => ({ title: null }));
    const { steps, ingredients: from } = createReport(
      JSON.stringify(
        withManifest({
          ingredients,
          assertions: [{ label: 'c2pa.actions', data: { actions: actions.slice(0, 70) } }, 5],
        }),
      ),
      'sound',
    );
    expect([steps.length, from.length, steps[0]?.words.length]).toEqual([60, 30, 160]);
  });

  it('credentials name a generative model of any program in plain words', () => {
    const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
    const actions = [{ action: 'c2pa.created', softwareAgent: 'Adobe Firefly', digitalSourceType: source }];
    const credentials = withManifest({
      claim_generator_info: [],
      claim_generator: 'adobe_c2pa/0.7',
      assertions: [{ label: 'c2pa.actions', data: { actions } }],
    });
    expect(
      createReport(JSON.stringify({ ...credentials, validation_state: 'Trusted' }), 'sound'),
    ).toMatchObject({
      verdict: 'own',
      maker: 'adobe_c2pa/0.7',
      product: null,
      steps: [{ words: 'Created', by: 'Adobe Firefly', note: 'Made by a generative model' }],
    });
  });
});

it('the worker thread that reads credentials is ended after its answer, and when it fails', async () => {
  const listeners = new Map<string, (event: never) => void>();
  const thread = {
    postMessage: vi.fn(),
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    terminate: vi.fn(),
  };
  const question = { kind: 'read', file: picture(), type: 'image/png', root: null } as const;
  const answer = askThread(question, () => thread);
  listeners.get('message')?.({ data: read(null) } as never);
  expect(await answer).toEqual(read(null));
  const broken = askThread(question, () => thread);
  listeners.get('error')?.(new Event('error') as never);
  await expect(broken).rejects.toThrow('The thread has ended.');
  expect(thread.terminate).toHaveBeenCalledTimes(2);
});
