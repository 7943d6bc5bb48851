// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(cleanup);

it('a tooltip opens on keyboard focus, but not when the focus returns from a dialog that made the page inert', () => {
  const { container } = render(
    <Tooltip label="Add a product">
      <button type="button">+</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  act(() => button.focus());
  expect(screen.getByText('Add a product')).toBeDefined();
  act(() => {
    container.setAttribute('inert', '');
    button.blur();
  });
  container.removeAttribute('inert');
  act(() => button.focus());
  expect(screen.queryByText('Add a product')).toBeNull();
  act(() => button.blur());
  act(() => button.focus());
  expect(screen.getByText('Add a product')).toBeDefined();
});
