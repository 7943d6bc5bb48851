import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { CommandContext } from '../state/command.ts';
import type { PageActions } from '../commands/command-context.ts';
import { RunFixBar } from '../catalog/run-fix-bar.tsx';
import type { PictureId } from '../model/results.ts';
import { useIsBeside } from '../stage/layout.ts';
import { useStudio, useTool } from '../state/use-studio.ts';
import { PictureMenu, StageMenu } from './command-menu.tsx';
import { FailureCard } from './failure-card.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { ResultStrip } from './result-strip.tsx';
import { CompareBar, SavedMark, ZoomBar } from './stage-bars.tsx';
import { Stage } from './stage.tsx';
import { ToolPanel } from './tool-panel.tsx';
import { SwipeDots } from '../variants/swipe-dots.tsx';
import { VariantSheet } from '../variants/variant-sheet.tsx';
import { useVariants } from '../variants/variants.ts';

export interface DeskProps {
  readonly context: CommandContext;
  readonly actions: PageActions;
}

export { PageLayers } from './page-layers.tsx';

const withPictureMenu =
  (actions: PageActions) =>
  (id: PictureId, tile: ReactNode): ReactNode => (
    <PictureMenu id={id} actions={actions}>
      {tile}
    </PictureMenu>
  );

/** The chosen tool's explanation of its first steps. */
function ToolCoach() {
  const { coach } = useStudio().tools[useTool()];
  const [isNeeded] = useState(() => coach?.isNeeded() === true);
  if (!coach || !isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <coach.Card />
    </Suspense>
  );
}

export function Desk({ context, actions }: DeskProps) {
  const isBeside = useIsBeside();
  const isSheetOpen = useVariants(({ openRunId }) => openRunId !== null);
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col under:shrink-0 under:basis-auto">
        <RunFixBar />
        <StageMenu actions={actions}>
          <Stage isCovered={isSheetOpen}>
            {!isSheetOpen && (
              <>
                <CompareBar context={context} />
                <ZoomBar context={context} />
                <SwipeDots />
                <ToolCoach key={context.tool} />
              </>
            )}
            <SavedMark />
            <VariantSheet withMenu={withPictureMenu(actions)} />
            <FailureCard onChoosePhoto={context.choosePhoto} />
          </Stage>
        </StageMenu>
        <ResultStrip context={context} actions={actions} />
      </div>
      {isBeside ? <ToolPanel context={context} /> : <PhonePanel context={context} />}
    </>
  );
}
