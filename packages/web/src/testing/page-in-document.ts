import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Renders pages of a signed-in user, one at a time, and removes each after its test.
 * @returns a function that renders a page
 */
export function pageInDocument() {
  let root: Root;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    localStorage.setItem('token', 'access');
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  return async (page: ReactNode): Promise<void> => {
    root = createRoot(document.body.appendChild(document.createElement('main')));
    await act(async () => root.render(page));
  };
}

export const textOfPage = (): string => document.body.textContent;

export const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );

export const press = (name: string): Promise<void> => act(async () => button(name)?.click());

/** Replaces the text of the field with this label; in a list, selects the entry with this value. */
export async function typeInto(label: string, value: string): Promise<void> {
  const id = [...document.querySelectorAll('label')].find((each) => each.textContent === label)?.htmlFor;
  const field = document.getElementById(id ?? '') as HTMLInputElement;
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set;
  await act(async () => {
    setter?.call(field, value);
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  });
}
