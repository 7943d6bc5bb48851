// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorDialog } from './dialog.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => vi.unstubAllGlobals());

it('an error is shown in a centered dialog, with a button that closes it', async () => {
  const onClose = vi.fn<() => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<ErrorDialog message="The server is full." onClose={onClose} />));
  const dialog = document.querySelector('[role="dialog"]');
  expect(dialog?.textContent).toContain('The server is full.');
  expect(dialog?.getAttribute('aria-modal')).toBe('true');
  expect(dialog?.className).toMatch(/top-1\/2.*left-1\/2/);
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])];
  expect(buttons.map((button) => button.textContent)).toEqual(['Close']);
  await act(async () => buttons[0]?.click());
  expect(onClose).toHaveBeenCalledTimes(1);
  await act(async () => root.render(<ErrorDialog message={null} onClose={onClose} />));
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  await act(async () => root.unmount());
});
