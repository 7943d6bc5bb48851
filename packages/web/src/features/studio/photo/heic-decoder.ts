/**
 * HEIC in browsers that cannot show it. The decoder (libheif, LGPL) weighs 750 kB compressed and is fetched only
 * when a HEIC photo is opened. Its `csp` build uses neither eval nor WebAssembly; it runs in a worker made from
 * a blob, which the content policy allows (`worker-src blob:`).
 */

interface TrustedTypeFactory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/**
 * The page demands Trusted Types, and the decoder starts its worker from a plain string. The policy lets exactly
 * that through: URLs of blobs, which only our own scripts can have made, and which `script-src` still keeps out
 * of script elements.
 */
function allowBlobWorkers(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypeFactory }).trustedTypes;
  if (!factory || factory.defaultPolicy) return;
  factory.createPolicy('default', {
    createScriptURL: (url) => {
      if (url.startsWith(`blob:${location.origin}/`)) return url;
      throw new TypeError('Only blob workers may be started from a plain URL.');
    },
  });
}

/**
 * @returns the photo as a JPEG, upright
 * @throws when the bytes are no HEIC or damaged
 */
export async function decodeHeic(photo: Blob): Promise<Blob> {
  const { heicTo } = await import('heic-to/csp');
  allowBlobWorkers();
  return heicTo({ blob: photo, type: 'image/jpeg', quality: 0.9 });
}
