import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { CONFIG_KEYS } from '../../packages/server/src/platform/config/keys.ts';
import { findProgram } from '../launch/find-program.ts';
import { ROOT } from '../launch/settings.ts';

/**
 * Checks the deployment manifests: every process is unprivileged, has limits and a health check, and every setting
 * that they use exists.
 */

const OVERLAYS = ['small', 'large'] as const;
const USER = 10_001;
/** Settings that the launcher or compose reads, rather than the server. */
const OTHER_SETTINGS = ['WORKERS'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const isSetting = (key: string): boolean =>
  key in CONFIG_KEYS ||
  OTHER_SETTINGS.includes(key) ||
  (key.endsWith('_FILE') && key.slice(0, -5) in CONFIG_KEYS);

interface Probe {
  readonly httpGet: { readonly path: string };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: { readonly requests: Record<string, string>; readonly limits: Record<string, string> };
  readonly env?: readonly { readonly name: string }[];
  readonly envFrom: readonly Record<'configMapRef' | 'secretRef', { readonly name: string } | undefined>[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumes: readonly { readonly name: string; readonly emptyDir?: { readonly sizeLimit: string } }[];
  readonly hostNetwork?: unknown;
  readonly hostPID?: unknown;
}
interface KubernetesManifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, string>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: PodSpec;
      readonly metadata: { readonly labels: Record<string, string> };
    };
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
  };
}

const kubectl = await findProgram('kubectl');
if (kubectl === null) process.stderr.write('Without kubectl the overlays of Kubernetes are not built.\n');

const buildManifests = (overlay: string): KubernetesManifest[] =>
  parseAllDocuments(
    execFileSync(kubectl ?? '', ['kustomize', join(ROOT, 'deploy/kubernetes/overlays', overlay)], {
      encoding: 'utf8',
    }),
  ).map((document) => document.toJS() as KubernetesManifest);

describe.skipIf(kubectl === null).each(OVERLAYS)('the Kubernetes overlay %s', (overlay) => {
  const all = kubectl === null ? [] : buildManifests(overlay);
  const ofKind = (kind: string): KubernetesManifest[] => all.filter((manifest) => manifest.kind === kind);
  const running = [...ofKind('Deployment'), ...ofKind('Job')];
  const containers = running.flatMap(({ spec }) => spec.template.spec.containers);

  it('has API, workers and migration in a restricted namespace', () => {
    expect(running.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'packshot-api',
      'packshot-migrate',
      'packshot-worker',
    ]);
    const [namespace] = ofKind('Namespace');
    expect(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
    for (const { kind, metadata } of all)
      if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe(namespace?.metadata.name);
    for (const { spec } of ofKind('Deployment'))
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  it('runs every container without privileges, not as root, and with a read-only root', () => {
    for (const { spec } of running) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: USER,
        runAsGroup: USER,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod).toMatchObject({ automountServiceAccountToken: false });
      expect([pod.hostNetwork, pod.hostPID]).toEqual([undefined, undefined]);
      for (const volume of pod.volumes) expect(volume.emptyDir?.sizeLimit, volume.name).toMatch(/^\d+Gi$/);
    }
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    }
  });

  it('gives each process limited resources, from an image of one version', () => {
    for (const { name, image, resources, command } of containers) {
      expect(resources.requests, name).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
      expect(resources.limits['memory'], name).toMatch(/^\d+(?:Mi|Gi)$/);
      expect(image, name).toMatch(/^[\w.-]+\/packshot:\d+\.\d+\.\d+$/);
      expect(read(command[1] ?? '').length, name).toBeGreaterThan(0);
    }
  });

  it('checks the API’s start, readiness and liveness', () => {
    const api = containers.find(({ name }) => name === 'api');
    expect(api?.startupProbe?.httpGet.path).toBe('/healthz');
    expect(api?.readinessProbe?.httpGet.path).toBe('/readyz');
    // The liveness probe doesn't test the database, because restarting the API wouldn't help if the database is
    // unreachable.
    expect(api?.livenessProbe?.httpGet.path).toBe('/healthz');
  });

  it('lets workers scale, and uses only existing settings', () => {
    const [scaler] = ofKind('HorizontalPodAutoscaler');
    expect(scaler?.spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'packshot-worker' });
    expect(scaler?.spec.minReplicas).toBeLessThan(scaler?.spec.maxReplicas ?? 0);
    const maps = [...ofKind('ConfigMap'), ...ofKind('Secret')];
    const names = maps.map(({ metadata }) => metadata.name);
    for (const { name, envFrom } of containers)
      for (const { configMapRef, secretRef } of envFrom)
        expect(names, name).toContain(configMapRef?.name ?? secretRef?.name);
    const keys = [
      ...maps.flatMap(({ data }) => Object.keys(data ?? {})),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ];
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !isSetting(key))).toEqual([]);
  });

  it('allows incoming traffic only to the API', () => {
    const policies = ofKind('NetworkPolicy');
    expect(policies.map(({ metadata }) => metadata.name).toSorted()).toEqual(['packshot', 'packshot-api']);
    const toApi = policies.find(({ metadata }) => metadata.name === 'packshot-api')?.spec;
    // The selector has labels, because an empty one would match every namespace of the cluster.
    expect(toApi).toMatchObject({
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'packshot/reaches-api': 'true' } } }] }],
    });
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly build?: unknown;
        readonly env_file?: unknown;
        readonly environment?: Readonly<Record<string, string | number>>;
        readonly read_only?: boolean;
        readonly cap_drop?: readonly string[];
        readonly security_opt?: readonly string[];
        readonly tmpfs?: readonly string[];
        readonly volumes?: readonly string[];
        readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
        readonly networks?: readonly string[];
        readonly command?: readonly string[];
      }
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}

describe.each(['compose.yaml', 'compose.scale.yaml'])('the Compose file %s', (file) => {
  const { services, volumes, networks = {} } = parse(read(file), { merge: true }) as Compose;
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

  it('runs our processes without privileges and with a read-only root file system', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
      });
    }
  });

  it('names only existing volumes, networks, services, programs and settings', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const volume of service.volumes ?? [])
        expect(volumes, name).toHaveProperty(volume.split(':')[0] ?? '');
      for (const network of service.networks ?? []) expect(networks, name).toHaveProperty(network);
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {});
      for (const other of needed) expect(services, name).toHaveProperty(other as string);
      if (service.build === undefined) expect(service.image, name).toMatch(/:[\w.-]+$/);
      expect(service.image, name).not.toContain(':latest');
    }
    for (const [name, { command, environment = {} }] of ours) {
      if (command !== undefined) expect(read(command[1] ?? '').length, name).toBeGreaterThan(0);
      expect(
        Object.keys(environment).filter((key) => !isSetting(key)),
        name,
      ).toEqual([]);
    }
  });

  it('passes all settings to the containers, except for the address and the data folder', () => {
    for (const [name, { env_file, environment }] of ours) {
      expect(env_file, name).toEqual([{ path: '.env', required: false }]);
      expect(environment, name).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' });
    }
  });

  it('requires only settings that exist', () => {
    const requiredKeys = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, key = '']) => key);
    expect(requiredKeys.filter((key) => key !== 'POSTGRES_PASSWORD' && !isSetting(key))).toEqual([]);
  });
});
