interface TrustedTypeFactory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Matches the paths of our built scripts; users can't store files in this folder. */
const OWN_SCRIPT = /^\/assets\/[\w.-]+\.js$/;

/**
 * Installs a Trusted Types policy for workers, which code starts from plain strings. It allows only two kinds of
 * scripts: blob URLs, which only our own scripts can create, and scripts of our own build. The content security policy
 * forbids blobs in script elements.
 */
export function allowOwnWorkers(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypeFactory }).trustedTypes;
  if (!factory || factory.defaultPolicy) return;
  factory.createPolicy('default', {
    createScriptURL: (address) => {
      const url = new URL(address, location.href);
      const isOwn = url.origin === location.origin;
      if (isOwn && (url.protocol === 'blob:' || OWN_SCRIPT.test(url.pathname))) return address;
      throw new TypeError('Only our own workers may be started.');
    },
  });
}
