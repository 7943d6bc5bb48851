/** Reads a file's Content Credentials with two independent programs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import { BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest';

export interface ReadCredentials {
  /** State of the credentials: `none` if the file has none, `unreadable` if they are too damaged to be validated. */
  readonly state: 'Trusted' | 'Valid' | 'Invalid' | 'none' | 'unreadable';
  readonly failures: readonly string[];
  /** Assertions by their labels. */
  readonly assertions: Readonly<Record<string, unknown>>;
  readonly ingredients: readonly {
    readonly title?: string;
    readonly relationship: string;
    readonly instance_id?: string;
  }[];
  readonly whole: string;
}

interface ManifestStoreJson {
  readonly active_manifest: string;
  readonly validation_state: 'Trusted' | 'Valid' | 'Invalid';
  readonly validation_results: {
    readonly activeManifest?: { readonly failure: readonly { readonly code: string }[] };
  };
  readonly manifests: Readonly<
    Record<
      string,
      {
        readonly assertions: readonly { readonly label: string; readonly data: unknown }[];
        readonly ingredients: ReadCredentials['ingredients'];
      }
    >
  >;
}

const WASM = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
let ready: Promise<unknown> | undefined;

/**
 * Reads the Content Credentials with the library that also signs.
 * @param root trusted root certificate in PEM
 */
export async function readCredentials(file: Uint8Array, root?: string): Promise<ReadCredentials> {
  ready ??= init({ module_or_path: readFileSync(WASM) });
  await ready;
  const settings = {
    verify: { verify_trust: true },
    ...(root !== undefined && { trust: { user_anchors: root } }),
  };
  const nothing = { failures: [], assertions: {}, ingredients: [], whole: '' };
  try {
    const reader = await WasmReader.fromBytes(detectMediaType(file), file, JSON.stringify(settings));
    const whole = reader.json();
    reader.free();
    const { active_manifest, manifests, validation_state, validation_results } = JSON.parse(
      whole,
    ) as ManifestStoreJson;
    const active = manifests[active_manifest];
    return {
      state: validation_state,
      failures: (validation_results.activeManifest?.failure ?? []).map(({ code }) => code),
      assertions: Object.fromEntries((active?.assertions ?? []).map(({ label, data }) => [label, data])),
      ingredients: active?.ingredients ?? [],
      whole,
    };
  } catch (error) {
    const isNone = String(error).includes('JumbfNotFound');
    return { ...nothing, state: isNone ? 'none' : 'unreadable', failures: [String(error)] };
  }
}

/**
 * Validates the Content Credentials with a program by other authors, which doesn't read WebP and doesn't check the
 * chain of trust.
 * @returns null for an unsupported file; otherwise true if the file is unchanged since signing
 */
export async function isValidElsewhere(file: Uint8Array): Promise<boolean | null> {
  const type = detectMediaType(file);
  if (type === 'image/webp') return null;
  const bytes = new Uint8Array(file);
  try {
    const asset =
      type === 'image/png' ? new PNG(bytes) : type === 'image/jpeg' ? new JPEG(bytes) : new BMFF(bytes);
    const manifest = asset.getManifestJUMBF();
    if (manifest === undefined) return false;
    const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(manifest)));
    return (await store.validate(asset)).isValid;
  } catch {
    return false;
  }
}

function detectMediaType(file: Uint8Array): string {
  if (file[0] === 0x89) return 'image/png';
  if (file[0] === 0xff) return 'image/jpeg';
  return file[0] === 0x52 ? 'image/webp' : 'image/avif';
}
