import { expect, it, vi } from 'vitest';
import { onProductEvent, tellProductEvent } from './product-events.ts';

it('is told to whoever listens, until they stop', () => {
  const heard = vi.fn<(event: string) => void>();
  const stop = onProductEvent(heard);
  tellProductEvent('third-image');
  stop();
  tellProductEvent('third-image');
  expect(heard).toHaveBeenCalledExactlyOnceWith('third-image');
});
