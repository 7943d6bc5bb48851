// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { stubServer } from '../../testing/browser-doubles.ts';
import { savedRecord } from '../../testing/saved-record.ts';
import { RecordTile } from './record-tile.tsx';

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a picture of history that can’t be loaded is requested again once, then logged and omitted', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', 'access');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const onMissing = vi.fn();
  const requests = stubServer({ [ID]: () => Response.json({}, { status: 404 }) });
  const doNothing = () => undefined;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <RecordTile
        record={savedRecord(ID, { thumb_url: 'http://127.0.0.1:9/gone.webp' })}
        isSelecting={false}
        isSelected={false}
        onOpen={doNothing}
        onToggle={doNothing}
        onStar={doNothing}
        onDelete={doNothing}
        onDownload={async () => undefined}
        onMissing={onMissing}
      />,
    ),
  );
  expect(warn).not.toHaveBeenCalled();
  await act(async () => document.querySelector('img')?.dispatchEvent(new Event('error')));
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledExactlyOnceWith(ID));
  expect(requests).toHaveLength(1);
  expect(warn.mock.calls).toEqual([[expect.stringContaining(ID), expect.any(Error)]]);
  await act(async () => root.unmount());
});
