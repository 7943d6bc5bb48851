import { expect, it, vi } from 'vitest';
import { onProductEvent, emitProductEvent } from './product-events.ts';

it('a product event reaches its listeners until they stop listening', () => {
  const heard = vi.fn<(event: string) => void>();
  const stop = onProductEvent(heard);
  emitProductEvent('third-image');
  stop();
  emitProductEvent('third-image');
  expect(heard).toHaveBeenCalledExactlyOnceWith('third-image');
});
