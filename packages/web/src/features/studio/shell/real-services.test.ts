import { beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { onProductEvent } from '../../../lib/handover/product-events.ts';
import { stubBrowser } from '../../../testing/browser-doubles.ts';
import { realServices } from './real-services.ts';

beforeEach(() => {
  stubBrowser();
  useGlobalState.setState(initialGlobalState(), true);
});

it('the user’s third generated image is reported for usage statistics, unless its generation was canceled', () => {
  const services = realServices();
  const count = vi.fn();
  const stop = onProductEvent(count);
  services.tellShell({ isCanceled: true });
  services.reportThirdImage();
  expect(count).not.toHaveBeenCalled();
  services.tellShell({ isCanceled: false, prompt: 'marble podium' });
  services.reportThirdImage();
  expect(count.mock.calls).toEqual([['third-image']]);
  expect(useGlobalState.getState()).toMatchObject({
    generationCancelled: false,
    currentPromptValue: 'marble podium',
  });
  stop();
});
