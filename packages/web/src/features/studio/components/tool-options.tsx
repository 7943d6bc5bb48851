import { useHasResult } from '../use-studio.ts';
import type { PanelProps } from './actions.tsx';
import { BackdropSwatches } from './backdrop-swatches.tsx';
import { DescribeOptions } from './describe-options.tsx';
import { MagicOptions } from './magic-options.tsx';
import { Section } from './section.tsx';
import { UpscaleOptions } from './upscale-options.tsx';

/** What can be set for the chosen tool. */
export function ToolOptions({ context }: PanelProps) {
  switch (context.tool) {
    case 'cut-out':
      return <CutOutOptions />;
    case 'magic':
      return <MagicOptions context={context} />;
    case 'upscale':
      return <UpscaleOptions />;
    case 'describe':
      return <DescribeOptions />;
  }
}

function CutOutOptions() {
  const hasResult = useHasResult();
  if (!hasResult) return null;
  return (
    <Section title="Preview on" note="The download stays transparent.">
      <BackdropSwatches className="-mx-1.5" />
    </Section>
  );
}
