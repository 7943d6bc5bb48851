/**
 * Software bill of materials in the CycloneDX 1.6 format: every production package in package-lock.json, for any
 * platform, with its license, hash and dependencies. Derived from the lockfile alone, so that it is the same on every
 * machine.
 */
import { createHash } from 'node:crypto';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface ShippedPackage extends LockedPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

interface Component {
  readonly 'bom-ref': string;
  readonly [field: string]: unknown;
}

const INSIDE = 'node_modules/';

/** Licenses of packages whose manifest names none. A maintainer has taken each from the package's LICENSE file. */
const READ_LICENSES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

export function shippedPackages({ packages }: Lockfile): ShippedPackage[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const at = path.lastIndexOf(INSIDE);
    if (at < 0 || entry.dev === true || entry.link === true || entry.version === undefined) return [];
    const name = entry.name ?? path.slice(at + INSIDE.length);
    const license = entry.license ?? READ_LICENSES[name];
    return [{ ...entry, path, name, version: entry.version, ...(license !== undefined && { license }) }];
  });
}

export const packageUrl = ({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

export interface ReleaseOf {
  readonly version: string;
  readonly license: string;
  readonly createdAt: Date;
}

export function billOfMaterials(lockfile: Lockfile, release: ReleaseOf): object {
  const shipped = shippedPackages(lockfile);
  const components = new Map<string, Component>();
  const needs = new Map<string, Set<string>>();
  for (const each of shipped) {
    const reference = packageUrl(each);
    components.set(reference, toComponent(each, reference));
    const own = needs.get(reference) ?? new Set();
    needs.set(reference, own);
    for (const needed of neededBy(lockfile, each.path)) own.add(needed);
  }
  const self = `pkg:npm/packshot@${release.version}`;
  const folders = Object.keys(lockfile.packages).filter((path) => !path.includes(INSIDE));
  needs.set(self, new Set(folders.flatMap((path) => neededBy(lockfile, path))));
  const sorted = [...components.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const content = {
    metadata: {
      timestamp: release.createdAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'packshot',
        version: release.version,
        licenses: toLicenses(release.license),
        purl: self,
      },
    },
    components: sorted,
    dependencies: [...needs]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${computeUuid(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

function toComponent(each: ShippedPackage, reference: string): Component {
  const [group, name] = each.name.startsWith('@') ? each.name.split('/') : [undefined, each.name];
  return {
    type: 'library',
    'bom-ref': reference,
    ...(group !== undefined && { group }),
    name,
    version: each.version,
    scope: each.optional === true || each.devOptional === true ? 'optional' : 'required',
    ...(each.integrity !== undefined && { hashes: toHashes(each.integrity) }),
    licenses: toLicenses(each.license ?? 'NOASSERTION'),
    purl: reference,
  };
}

const toHashes = (integrity: string): object[] =>
  integrity.split(' ').flatMap((hash) => {
    const [algorithm, base64 = ''] = hash.split('-', 2);
    return algorithm === 'sha512'
      ? [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
      : [];
  });

/** Converts a license to an SPDX ID, an SPDX expression, or a license named in free text. */
function toLicenses(license: string): object[] {
  if (/^SEE LICENSE|^NOASSERTION$|^UNLICENSED$/.test(license)) return [{ license: { name: license } }];
  return /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** Package URLs of a package's dependencies, found as Node would resolve them from the package's path. */
function neededBy({ packages }: Lockfile, path: string): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap((name) => {
    for (let from = path; ;) {
      const dependency = packages[from === '' ? `${INSIDE}${name}` : `${from}/${INSIDE}${name}`];
      if (dependency !== undefined) {
        return dependency.link === true || dependency.dev === true || dependency.version === undefined
          ? []
          : [packageUrl({ name: dependency.name ?? name, version: dependency.version })];
      }
      if (from === '') return [];
      const inside = from.lastIndexOf(`/${INSIDE}`);
      from = inside < 0 ? '' : from.slice(0, inside);
    }
  });
}

/**
 * UUID derived from the content, so that repeated builds yield the same UUID. Uses version 8 of RFC 9562, which is for
 * custom UUIDs.
 */
function computeUuid(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
