// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StudioScope } from '../state/use-studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { settle } from '../testing/open-studio.ts';
import * as lazyDesk from './lazy-desk.ts';
import { createStudio } from './studio.ts';
import { Page } from '../testing/page.tsx';

// This test starts without the scripts that an idle page prefetches, unlike other tests.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(cleanup);

it('a photo dropped before the stage has loaded is shown as soon as the stage has loaded', async () => {
  const fetched = vi.spyOn(lazyDesk.Desk, 'fetchScript');
  const studio = createStudio(fakeServices());
  render(
    <StudioScope value={studio.context}>
      <Page />
    </StudioScope>,
  );
  await act(settle);
  expect(screen.getByRole('heading', { name: 'Drop a product photo' })).toBeDefined();
  fetched.mockClear();
  await act(async () => {
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [pngFile()] } });
    // The scripts load at the same time as the photo.
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    await settle();
  });
  const stage = { name: /^Cut-out\. Arrow keys move the picture/ };
  expect(await screen.findByRole('group', stage, { timeout: 10_000 })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Cut out' })).toBeDefined();
});
