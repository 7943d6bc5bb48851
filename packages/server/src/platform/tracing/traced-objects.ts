import type { ObjectStore } from '../objects/object-store.ts';
import type { Tracing } from './tracing.ts';

/**
 * Wraps an object store. Adds a span for each object that is read or written as a whole, with its size, but never with
 * its key.
 */
export function tracedObjects(objects: ObjectStore, tracing: Tracing): ObjectStore {
  if (!tracing.isOn) return objects;
  const traced = Object.create(objects) as ObjectStore;
  traced.read = (key, signal) =>
    tracing.span('read object', {}, async (span) => {
      const bytes = await objects.read(key, signal);
      span.set({ 'packshot.object.size': bytes.byteLength });
      return bytes;
    });
  traced.write = (key, bytes, options) =>
    tracing.span('store object', { attributes: { 'packshot.object.size': bytes.byteLength } }, () =>
      objects.write(key, bytes, options),
    );
  return traced;
}
