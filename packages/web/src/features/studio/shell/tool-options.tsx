import { Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PanelProps } from '../state/studio-context.ts';
import { useStudio } from '../state/use-studio.ts';

export function ToolOptions({ context }: PanelProps) {
  const { Panel } = useStudio().tools[context.tool];
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Panel context={context} />
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
