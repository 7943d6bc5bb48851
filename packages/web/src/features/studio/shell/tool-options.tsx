import { Image as ImageIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { createRunActions } from '../run/run-actions.ts';
import { useActions, useHasResult, useStudioState } from '../state/use-studio.ts';
import { stageGround } from '../model/document.ts';
import type { PanelProps } from './actions.tsx';
import { BackdropSwatches } from '../panel/backdrop-swatches.tsx';
import { EngineSection } from '../panel/engine-section.tsx';
import { DescribeOptions } from '../tools/describe/describe-options.tsx';
import { MagicOptions } from '../tools/magic/magic-options.tsx';
import { RefineSection } from '../tools/cut-out/refine-options.tsx';
import { Section } from '../panel/section.tsx';
import { UpscaleOptions } from '../tools/upscale/upscale-options.tsx';

/** Larger panels come when their tool is chosen. */
const BackgroundOptions = lazy(() => import('../tools/scene/background-options.tsx'));
const InspireOptions = lazy(() => import('../tools/inspire/inspire-options.tsx'));
const CropOptions = lazy(() => import('../tools/crop/crop-options.tsx'));
const HarmonizeOptions = lazy(() => import('../tools/harmonize/harmonize-options.tsx'));

/** What can be set for the chosen tool. */
export function ToolOptions({ context }: PanelProps) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Options context={context} />
    </Suspense>
  );
}

function PanelSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}

function Options({ context }: PanelProps) {
  switch (context.tool) {
    case 'cut-out':
      return (
        <>
          <CutOutOptions context={context} />
          <EngineSection tool="cut-out" />
        </>
      );
    case 'crop':
      return <CropOptions />;
    case 'scene':
      return <BackgroundOptions context={context} />;
    case 'inspire':
      return <InspireOptions />;
    case 'harmonize':
      return (
        <>
          <HarmonizeOptions />
          <EngineSection tool="harmonize" />
        </>
      );
    case 'magic':
      return (
        <>
          <MagicOptions context={context} />
          <EngineSection tool="magic" />
        </>
      );
    case 'upscale':
      return (
        <>
          <UpscaleOptions />
          <EngineSection tool="upscale" />
        </>
      );
    case 'describe':
      return (
        <>
          <DescribeOptions />
          <EngineSection tool="describe" />
        </>
      );
  }
}

function CutOutOptions({ context }: PanelProps) {
  const runActions = useActions(createRunActions);
  const hasResult = useHasResult();
  if (!hasResult) return null;
  if (context.isRefining) {
    return (
      <>
        <RefineSection context={context} />
        <BehindIt />
      </>
    );
  }
  return (
    <>
      <Section title="Next">
        <Button
          variant="secondary"
          icon={ImageIcon}
          onClick={() => runActions.chooseTool('scene')}
          className="w-full"
        >
          Put it in a scene
        </Button>
      </Section>
      <RefineSection context={context} />
      <BehindIt />
    </>
  );
}

function BehindIt() {
  const isClear = useStudioState(({ document }) => document === null || stageGround(document) === null);
  return (
    <Section title="Background color" note={isClear ? 'Saved with transparency.' : 'Saved on this color.'}>
      <BackdropSwatches className="-mx-1.5" />
    </Section>
  );
}
