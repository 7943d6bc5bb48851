// @vitest-environment happy-dom
import { MOST_BESIDE } from '@packshot/contract/tools/scene';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StudioServices } from '../../state/services.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { fakeServices, pngFile } from '../../testing/fake-services.ts';
import { SCENE_PLAN } from '../../testing/fake-tasks.ts';
import { openedWith, requireDocument, settle, waitUntilSaved } from '../../testing/open-studio.ts';
import { button, happens, renderIn, renderPanel } from '../../testing/render-studio.tsx';
import { createLiveScenes } from './live-scenes.ts';
import { HiddenProducts } from './hidden-products.tsx';
import { AddProductButton, OtherProducts } from './other-products-list.tsx';
import { ProductHandles } from './product-handles.tsx';

/** Studio with the cut-out of mug.jpg in a scene with further products. */
async function openScene(...names: readonly string[]) {
  return openSceneWith({}, names);
}

async function openSceneWith(own: Partial<StudioServices>, names: readonly string[]) {
  const { decodePicture } = fakeServices();
  const { studio, services } = await openedWith('scene', {
    planLive: async () => ({ plan: SCENE_PLAN, productColors: [] }),
    decodePicture: async (blob) => ({ ...(await decodePicture(blob)), url: `blob:${await blob.text()}` }),
    ...own,
  });
  studio.scene.setScenePrompt('snow');
  await settle();
  for (const name of names) await studio.scene.addProductFile(pngFile(name));
  await studio.context.get(createLiveScenes).update();
  return { studio, services };
}

const renderSection = (studio: Awaited<ReturnType<typeof openScene>>['studio']) =>
  renderIn(
    studio,
    <section id="root">
      <AddProductButton />
      <OtherProducts />
    </section>,
  );
const chipNames = (): string[] => screen.getAllByRole('listitem').map((chip) => chip.textContent);

it('the product list names products with equal names differently, as does the stage', async () => {
  const { studio } = await openScene('cream-jar.png', 'cream-jar.png');
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  studio.context
    .get(createViewStore)
    .setViewport({ widthPx: 800, heightPx: 600, insets, devicePixelRatio: 1 });
  await renderSection(studio);
  const names = chipNames();
  expect(names.slice(1)).toEqual(['cream-jar', 'cream-jar 2']);
  await renderIn(studio, <ProductHandles />);
  const labels = [screen.getByTestId('product'), ...screen.getAllByTestId('other-product')];
  expect(labels.map((box) => box.getAttribute('aria-label')?.split('.')[0]).toSorted()).toEqual(
    names.toSorted(),
  );
});

it('the product list moves the focus to the previous product, or to the button that adds one, when a product is removed', async () => {
  const { studio } = await openScene('a.png', 'b.png');
  const user = await renderSection(studio);
  await user.click(button('Remove b from the scene'));
  expect(document.activeElement?.textContent).toBe('a');
  await user.click(button('Remove a from the scene'));
  expect(document.activeElement).toBe(button('Add a product'));
});

it('the product list tells which products can hardly be seen in the scene, and what hides them', async () => {
  const visible = { shownPx: 1, share: 1, isBehindSet: false };
  const visibility = [
    { ...visible, index: 0, share: 0, isBehindSet: true },
    { ...visible, index: 1, share: 0.2 },
    { ...visible, index: 2, share: 0.5, isBehindSet: true },
  ];
  const { composeLive } = fakeServices();
  let isBusy = false;
  const { studio } = await openSceneWith(
    {
      composeLive: async (order) => {
        if (isBusy) return new Promise(() => {});
        const frame = await composeLive(order);
        return frame && { ...frame, visibility };
      },
    },
    ['pot.png', 'jug.png'],
  );
  await renderIn(studio, <HiddenProducts />);
  expect(screen.getByRole('status').textContent).toBe(
    'A part of the set hides mug. Move the product.Another product hides most of pot. Move one of them.',
  );
  // The frame before the removal is still shown.
  isBusy = true;
  const user = await renderSection(studio);
  await user.click(button('Remove pot from the scene'));
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(
    'A part of the set hides mug. Move the product.',
  );
  await happens(() => studio.scene.setBackground('color'));
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('');
});

it('the product list tells why no product can be added to a full scene', async () => {
  const { studio } = await openScene(...Array.from({ length: MOST_BESIDE }, (_, at) => `${at}.png`));
  const user = await renderSection(studio);
  const add = button('A scene has six products at most.');
  expect(add.getAttribute('aria-disabled')).toBe('true');
  await user.click(add);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the product list says on a plain background that only the first product is shown', async () => {
  const { studio } = await openScene('a.png');
  studio.scene.setBackground('color');
  await renderPanel(studio);
  const name = requireDocument(studio).photo?.name.replace(/\.[^.]+$/, '');
  expect(screen.getByText(`On a color or a picture of yours, only ${name} is shown.`)).toBeDefined();
});

it('the product list offers cut-outs of other photos with their own thumbnails and names', async () => {
  const { studio, services } = await openScene();
  const first = requireDocument(studio);
  const cutOutId = first.results[0]?.id ?? '';
  await waitUntilSaved(studio);
  await services.documents.saveBlob(first.id, 'thumbnail', new Blob(['scene']));
  await services.documents.saveBlob(
    first.id,
    `${cutOutId}/thumbnail`,
    new Blob(['cut-out'], { type: 'image/png' }),
  );
  await happens(() => studio.takePhoto([pngFile('perfume.png')], 'scene'));
  studio.scene.setScenePrompt('snow');
  await settle();
  const user = await renderSection(studio);
  await user.click(button('Add a product'));
  await happens(settle);
  const name = first.photo?.name.replace(/\.[^.]+$/, '') ?? '';
  const choice = button(`Add ${name}`);
  expect(choice.textContent).toBe(name);
  expect(choice.querySelector('img')?.src).toBe('blob:cut-out');
});
