import type { Session } from '@packshot/contract/accounts/session';
import { vi } from 'vitest';

/** localStorage for tests in Node: one storage that several simulated tabs can share. */
export class MemoryStorage implements Storage {
  private readonly entries = new Map<string, string>();

  get length(): number {
    return this.entries.size;
  }
  clear(): void {
    this.entries.clear();
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }
}

/** `navigator.locks` with exclusive locks, which are granted in the order of the requests. */
class MemoryLocks {
  private readonly tails = new Map<string, Promise<unknown>>();

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.tails.get(name) ?? Promise.resolve()).then(work);
    this.tails.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }
}

/** Installs a new storage as a global, and locks unless they are disabled. */
export function stubBrowser(options: { readonly hasLocks?: boolean } = {}): MemoryStorage {
  const storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {
    onLine: true,
    ...(options.hasLocks === false ? {} : { locks: new MemoryLocks() }),
  });
  return storage;
}

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/**
 * Installs a fake server that answers each request with the first handler whose path is part of the request's address.
 * @returns all requests in order
 */
export function stubServer(
  handlers: Readonly<Record<string, (request: SentRequest) => Response | Promise<Response>>>,
): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = { url, init, headers: new Headers(init.headers) };
    requests.push(request);
    const part = Object.keys(handlers).find((candidate) => url.includes(candidate));
    const handler = part === undefined ? undefined : handlers[part];
    if (!handler) throw new TypeError(`No handler for ${url}`);
    return handler(request);
  });
  return requests;
}

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';

export const guestSession = (access = 'access-1', refresh = 'refresh-1'): Session => ({
  access,
  refresh,
  info: {
    user: {
      id: ID,
      member_id: null,
      email: null,
      created_at: '2026-11-20T10:00:00.000Z',
      is_guest: true,
      was_guest_user: false,
      name: 'Guest',
      first_name: 'Guest',
      last_name: '',
      company_name: null,
      is_test_user: false,
    },
  },
  organization_detail: {
    id: ID,
    name: 'Guest',
    subscription_type: 'free',
    status: { id: 1, name: 'active' },
  },
  role: { id: 1, name: 'guest' },
  user_pilot_id: 'pilot',
  gcp_user_identity: null,
  freemium_credits: 5,
  device_token: null,
  was_guest_user: false,
  is_test_user: false,
  is_guest: true,
});
