import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { DiskObjectStore } from '../storage/objects/disk-object-store.ts';

export interface FaultyObjects {
  /** For `startTestServices`. */
  readonly spoil: (store: DiskObjectStore) => DiskObjectStore;
  /** From now on these are done instead; what is not named works. */
  fail(instead: Partial<ObjectStore>): void;
  heal(): void;
}

/** A store in which any method can be made to fail, and to work again, while a test runs. */
export function faultyObjects(): FaultyObjects {
  let instead: Partial<ObjectStore> = {};
  return {
    spoil: (store) =>
      new Proxy(store, {
        get(sound, name) {
          if (name in instead) return Reflect.get(instead, name) as unknown;
          const method: unknown = Reflect.get(sound, name);
          // Its private fields are the store's, not the proxy's.
          return typeof method === 'function' ? (method.bind(sound) as unknown) : method;
        },
      }),
    fail: (methods) => (instead = methods),
    heal: () => (instead = {}),
  };
}
