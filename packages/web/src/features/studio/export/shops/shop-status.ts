/** States of a shop's file, for the table of checks. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { fixedName } from '@packshot/contract/channels/file-names';
import { listFindings } from '@packshot/contract/channels/findings';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import type { ExportSettings } from '../../model/export-settings.ts';
import { fixHere } from '../channel-fixes.ts';
import { ENLARGED_ABOVE, exportFrame } from '../export-frame.ts';
import { enlargingFactor } from '../enlarge-source.ts';
import { requestedName } from '../exporter.ts';
import type { ExportRequest } from '../exporter.ts';
import type { ExportSource } from '../export-source.ts';

/** Fix that needs more pixels: enlarging with Upscale, which costs a generation. */
export const ENLARGING: FixName = 'size';

/** File made for a shop, before its name and texts are known. */
export interface ShopFile {
  readonly source: ExportSource;
  readonly settings: ExportSettings;
  readonly file: Blob;
  /** Whether the picture was enlarged with Upscale for the shops. */
  readonly isEnlarged: boolean;
  /** Measurements of the file before and after its fixes; null if this browser can't measure files. */
  readonly measured: { readonly before: PictureFacts; readonly after: PictureFacts } | null;
}

/** Request for a shop's file, with a name that the shop accepts. */
export function shopRequest(
  shop: ChannelId,
  { settings }: Pick<ShopFile, 'settings'>,
  texts: { readonly stem: string; readonly altText: string },
): ExportRequest {
  const name = fixedName(requestedName({ stem: texts.stem, settings }), CHANNELS[shop]);
  return { settings, altText: texts.altText, stem: name.slice(0, name.lastIndexOf('.')) };
}

export interface ShopStatus {
  /**
   * `met`: the file meets the shop's requirements · `fixed`: it meets them after free fixes · `fixable`: Fix it is
   * needed · `advised`: accepted, but enlarged or otherwise not ideal · `unmet`: refused, and no fix helps ·
   * `unknown`: not measured
   */
  readonly state: 'met' | 'fixed' | 'fixable' | 'advised' | 'unmet' | 'unknown';
  /** Findings that the fixes have removed. */
  readonly fixed: readonly Finding[];
  /** Findings that the button “Fix it” removes. */
  readonly fixable: readonly Finding[];
  /** Findings that no fix removes. */
  readonly remaining: readonly Finding[];
}

const NO_FINDINGS = { fixed: [], fixable: [], remaining: [] } as const;

interface StatusBasis {
  /** File name without the extension. */
  readonly stem: string;
  readonly today: string;
  /** Whether a generation is left for Upscale. */
  readonly hasGenerations: boolean;
}

export function shopStatus(
  shop: ChannelId,
  file: ShopFile,
  { stem, today, hasGenerations }: StatusBasis,
): ShopStatus {
  const { measured, source, settings } = file;
  if (measured === null) return { state: 'unknown', ...NO_FINDINGS };
  const findingsForName = (facts: PictureFacts, name: string): Finding[] =>
    listFindings(shop, { ...facts, file: { ...facts.file, name } }, today);
  const before = findingsForName(measured.before, requestedName({ stem, settings }));
  const after = findingsForName(
    measured.after,
    requestedName(shopRequest(shop, file, { stem, altText: '' })),
  );
  const canEnlarge = hasGenerations && factorFor(file) !== null;
  const isFixable = (finding: Finding): boolean => {
    const here = fixHere(finding, source, settings);
    return here !== null && (here.isAlone || (here.fix === ENLARGING && canEnlarge));
  };
  const fixable = after.filter(isFixable);
  const remaining = after.filter((finding) => !isFixable(finding));
  const fixed = before.filter(({ kind }) => !after.some((finding) => finding.kind === kind));
  const state = remaining.some(({ level }) => level === 'refused')
    ? 'unmet'
    : fixable.length > 0
      ? 'fixable'
      : remaining.length > 0 || enlargedScale(file) !== null
        ? 'advised'
        : fixed.length > 0
          ? 'fixed'
          : 'met';
  return { state, fixed, fixable, remaining };
}

/** Scale of the picture in the file, if it is enlarged visibly without Upscale; else null. */
export function enlargedScale({ source, settings, isEnlarged }: ShopFile): number | null {
  const { scale } = exportFrame(source, settings);
  return !isEnlarged && scale > ENLARGED_ABOVE ? scale : null;
}

/** Factor by which Upscale can enlarge the picture for this file, or null. */
export const factorFor = ({ source, settings, isEnlarged }: ShopFile): UpscaleFactor | null =>
  isEnlarged ? null : enlargingFactor(exportFrame(source, settings).scale, source.picture);

export interface Enlargement {
  readonly source: ExportSource;
  readonly factor: UpscaleFactor;
}

interface CheckedFile {
  readonly file: ShopFile;
  readonly status: ShopStatus;
}

/** Pictures that Fix it enlarges for files that need it, each as far as its largest such file needs. */
export function listEnlargements(checkedFiles: readonly CheckedFile[]): readonly Enlargement[] {
  const factors = new Map<ExportSource, UpscaleFactor>();
  for (const { file, status } of checkedFiles) {
    const { source, settings } = file;
    if (!status.fixable.some((finding) => fixHere(finding, source, settings)?.fix === ENLARGING)) continue;
    const factor = factorFor(file);
    if (factor !== null && factor > (factors.get(source) ?? 0)) factors.set(source, factor);
  }
  return [...factors].map(([source, factor]) => ({ source, factor }));
}
