// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Studio } from '../../shell/studio.ts';
import type { StudioServices } from '../../state/services.ts';
import { describedTask, tasks } from '../../testing/fake-tasks.ts';
import { openedWith, settle } from '../../testing/open-studio.ts';
import { button, happens, renderPanel } from '../../testing/render-studio.tsx';

const PNG = new Blob(['composed'], { type: 'image/png' });

async function onAColor(overrides: Partial<StudioServices>): Promise<Studio> {
  const { studio } = await openedWith('cut-out', {
    compose: async ({ size }) => ({ ...size, png: PNG, alphaPng: new Blob(['alpha']) }),
    ...overrides,
  });
  studio.chooseTool('scene');
  studio.scene.setColor('#e8c4bb');
  await settle();
  return studio;
}

it('the product of a downloaded file is compared with its cut-out, until another picture is composed', async () => {
  const proveComposite = vi.fn<StudioServices['proveComposite']>(async () => ({
    total: 1_204_331,
    changed: 0,
    worstDeltaE: 0,
    heatMap: new Blob(['map']),
  }));
  const studio = await onAColor({ proveComposite });
  const { user } = await renderPanel(studio);
  expect(screen.queryByText('Your product is untouched')).toBeNull();
  await user.click(button('Check the product'));
  await happens(settle);
  const [order, file] = proveComposite.mock.calls[0] ?? [];
  expect(order?.background).toEqual({ kind: 'color', hex: '#e8c4bb' });
  expect(file).toBe(PNG);
  expect(screen.getByText('Your product is untouched').parentElement?.textContent).toBe(
    'Your product is untouched · 0 of 1,204,331 product pixels changed, compared with the cut-out. Lighting wasn’t adjusted.',
  );
  await happens(() => studio.scene.setColor('#24262b'));
  expect(screen.queryByText('Your product is untouched')).toBeNull();
  expect(button('Check the product')).toBeDefined();
});

it('a changed product isn’t called locked, and is shown with a map of the changes and its label text', async () => {
  const uploads: Blob[] = [];
  const studio = await onAColor({
    proveComposite: async () => ({ total: 9_000, changed: 17, worstDeltaE: 4.2, heatMap: new Blob(['map']) }),
    upload: async (file) => {
      uploads.push(file);
      return `u/1/${uploads.length}`;
    },
    ...tasks({ describe: async () => describedTask() }),
  });
  const { user } = await renderPanel(studio);
  await user.click(button('Check the product'));
  await happens(settle);
  expect(screen.queryByText('Your product is untouched')).toBeNull();
  expect(screen.getByText('Your product was changed').parentElement?.textContent).toBe(
    'Your product was changed · 17 of 9,000 product pixels changed, compared with the cut-out. Lighting wasn’t adjusted.',
  );
  await user.click(button('See proof'));
  await happens(settle);
  expect(screen.getByRole('img', { name: 'Where the product was changed' }).getAttribute('src')).toBe(
    'blob:fake',
  );
  expect(screen.getByText(/^Largest difference: ΔE 4\.2/)).toBeDefined();
  await user.click(button('Read the label'));
  await happens(settle);
  expect(uploads).toContain(PNG);
  expect(screen.getByText('No readable text on this product.')).toBeDefined();
});

it('a product without opaque pixels is neither measured nor called locked', async () => {
  const studio = await onAColor({
    proveComposite: async () => ({ total: 0, changed: 0, worstDeltaE: 0, heatMap: new Blob(['map']) }),
  });
  const { user } = await renderPanel(studio);
  await user.click(button('Check the product'));
  await happens(settle);
  expect(screen.getByText('Not measured: no part of the product is fully opaque.')).toBeDefined();
  expect(screen.queryByText('Your product is untouched')).toBeNull();
});

it('a picture that can’t be composed isn’t called locked or changed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const studio = await onAColor({ proveComposite: async () => Promise.reject(new Error('no canvas')) });
  const { user } = await renderPanel(studio);
  await user.click(button('Check the product'));
  await happens(settle);
  expect(screen.getByText('The picture could not be checked. Please try again later.')).toBeDefined();
  expect(screen.queryByText(/locked/i, { selector: 'span' })).toBeNull();
});
