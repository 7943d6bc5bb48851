import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { DiskObjectStore } from '../platform/objects/disk-object-store.ts';

export interface FaultyObjects {
  /** Option `spoilObjects` for `startTestServices`. */
  readonly spoil: (store: DiskObjectStore) => DiskObjectStore;
  /** Replaces these methods of the store from now on; all others keep working. */
  fail(instead: Partial<ObjectStore>): void;
  heal(): void;
}

/** Creates a store whose methods a test can make fail and work again. */
export function faultyObjects(): FaultyObjects {
  let instead: Partial<ObjectStore> = {};
  return {
    spoil: (store) =>
      new Proxy(store, {
        get(sound, name) {
          if (name in instead) return Reflect.get(instead, name) as unknown;
          const method: unknown = Reflect.get(sound, name);
          // Methods are bound to the original store, because private fields don't exist on a proxy.
          return typeof method === 'function' ? (method.bind(sound) as unknown) : method;
        },
      }),
    fail: (methods) => (instead = methods),
    heal: () => (instead = {}),
  };
}
