/** Limits what may be started as a worker on a page that enforces Trusted Types. */

interface TrustedTypeFactory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Where the build puts our scripts; users cannot store anything there. */
const OWN_SCRIPT = /^\/assets\/[\w.-]+\.js$/;

/**
 * Workers are started from plain strings. The policy lets through exactly two kinds: blob URLs, which only
 * our own scripts can create, and scripts of our own build. The content policy keeps blobs out of script
 * elements.
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
