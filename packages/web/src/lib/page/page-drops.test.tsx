// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DropZone } from '../../ui/drop-zone.tsx';
import { useDropGuard } from '../../ui/page-files.ts';
import { useGlobalState } from '../state/global-state.ts';
import { usePageDrops } from './page-drops.ts';

let root: Root;
const onFiles = vi.fn<(files: readonly File[]) => void>();
const onCells = vi.fn<(text: string) => void>();

function Page({ takesCells = false, takesFiles = true }) {
  useDropGuard();
  usePageDrops(onFiles, { isEnabled: takesFiles, ...(takesCells && { onCells }) });
  return (
    <>
      <textarea aria-label="Words" />
      <DropZone onFiles={onFiles}>{() => <span data-testid="zone" />}</DropZone>
    </>
  );
}

const show = (page = <Page />) => act(() => root.render(page));

interface Transferred {
  readonly files?: readonly File[];
  readonly data?: Readonly<Record<string, string>>;
}

/** Dispatches a drop or paste event like browsers do. @returns the event */
function send(
  name: 'drop' | 'dragover' | 'paste',
  { files = [], data = {} }: Transferred,
  on?: Element | null,
) {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const types = [...Object.keys(data), ...(files.length > 0 ? ['Files'] : [])];
  const transfer = { files, types, getData: (type: string) => data[type] ?? '' };
  Object.defineProperty(event, name === 'paste' ? 'clipboardData' : 'dataTransfer', { value: transfer });
  act(() => void (on ?? document.body).dispatchEvent(event));
  return event;
}

const picture = new File(['picture'], 'image.png', { type: 'image/png' });
const readToast = (): string =>
  useGlobalState.getState().showToast ? useGlobalState.getState().toastMessage : '';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onFiles.mockClear();
  onCells.mockClear();
  useGlobalState.setState({ showToast: false });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const EXCEL =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>sku</td></tr></table>';
const CELLS: readonly (readonly [string, Transferred])[] = [
  ['Excel', { files: [picture], data: { 'text/plain': 'sku\tfile\r\nA\ta.jpg\r\n', 'text/html': EXCEL } }],
  ['one cell of Excel', { files: [picture], data: { 'text/plain': 'A-1', 'text/html': EXCEL } }],
  ['Numbers', { files: [picture], data: { 'text/plain': 'sku\tfile\nA\ta.jpg' } }],
  [
    'LibreOffice',
    { files: [picture], data: { 'text/plain': 'sku\tfile', 'text/html': '<table cellspacing="0"><tr>' } },
  ],
];

describe('pasted spreadsheet cells', () => {
  it.each(CELLS)(
    'pasted cells don’t replace a photo, with an explanation, when copied from %s',
    async (_program, pasted) => {
      show();
      send('paste', pasted);
      await vi.waitFor(() => expect(readToast()).toContain('spreadsheet cells'));
      expect(onFiles).not.toHaveBeenCalled();
    },
  );

  it('pasted cells become a table on a page that accepts tables', async () => {
    show(<Page takesCells />);
    const sheets = '<google-sheets-html-origin><table><tr>';
    send('paste', { data: { 'text/plain': 'sku\tfile\nA\ta.jpg', 'text/html': sheets } });
    await vi.waitFor(() => expect(onCells).toHaveBeenCalledWith('sku\tfile\nA\ta.jpg', false));
    expect(readToast()).toBe('');
  });
});

describe('a pasted or dropped picture', () => {
  it.each<readonly [string, Transferred]>([
    ['a screenshot', { files: [picture] }],
    [
      'a picture copied from a page',
      { files: [picture], data: { 'text/html': '<img src="https://shop.example/a.png">' } },
    ],
    ['a copied file', { files: [new File(['x'], 'mug.png')], data: { 'text/plain': 'mug.png' } }],
    ['one with its address', { files: [picture], data: { 'text/plain': 'https://shop.example/a.png' } }],
  ])('is accepted when pasted: %s', async (_what, pasted) => {
    show();
    expect(send('paste', pasted).defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(onFiles).toHaveBeenCalledTimes(1));
  });

  it.each<readonly [string, 'drop' | 'paste', Transferred]>([
    ['dragged from another tab', 'drop', { data: { 'text/uri-list': 'https://shop.example/a.png' } }],
    ['dragged as HTML', 'drop', { data: { 'text/html': '<img src="https://shop.example/a.png">' } }],
    ['copied as HTML', 'paste', { data: { 'text/html': '<meta><img src="https://shop.example/a.png">' } }],
  ])('is explained to be only a link when its file is missing: %s', async (_what, name, transferred) => {
    show();
    expect(send(name, transferred).defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(readToast()).toContain('That was a link, not a file.'));
    expect(onFiles).not.toHaveBeenCalled();
    useGlobalState.setState({ showToast: false });
    if (name === 'drop') send(name, transferred, document.querySelector('[data-testid=zone]'));
    else send(name, transferred);
    await vi.waitFor(() => expect(readToast()).toContain('That was a link, not a file.'));
  });
});

describe('a dropped file', () => {
  it('isn’t opened by the browser when the page doesn’t accept it', () => {
    show(<Page takesFiles={false} />);
    expect(send('dragover', { files: [picture] }).defaultPrevented).toBe(true);
    expect(send('drop', { files: [picture] }).defaultPrevented).toBe(true);
    expect(send('drop', { files: [picture] }, document.querySelector('textarea')).defaultPrevented).toBe(
      true,
    );
    expect(onFiles).not.toHaveBeenCalled();
    // The page doesn't handle text that the user drags into a field.
    const words = { data: { 'text/plain': 'words' } };
    expect(send('drop', words, document.querySelector('textarea')).defaultPrevented).toBe(false);
  });

  it('is accepted once when dropped outside the drop zone', () => {
    show();
    send('drop', { files: [picture] });
    expect(onFiles).toHaveBeenCalledTimes(1);
    send('drop', { files: [picture] }, document.querySelector('[data-testid=zone]'));
    expect(onFiles).toHaveBeenCalledTimes(2);
  });
});
