import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Result } from '../model/results.ts';
import { createEngines } from '../run/engines.ts';
import { useActions } from '../state/use-studio.ts';

/** Who made a result, and what became of the product's pixels. Nothing for what the built-in engine made as asked. */
export function EngineFacts({ result }: { readonly result: Result }) {
  const { engine } = result;
  if (!engine) return null;
  return (
    <div className="mb-3 text-xs text-muted">
      <p>
        {engine.fellBack ? 'The other engine failed; made by ' : 'Made by '}
        <span className="font-medium text-ink">{engine.name}</span>
        {engine.model !== null && ` · ${engine.model}`}
      </p>
      {engine.productPixels && <ProductProof taskId={result.id} pixels={engine.productPixels} />}
    </div>
  );
}

interface ProductProofProps {
  readonly taskId: string;
  readonly pixels: { readonly total: number; readonly changed: number };
}

function ProductProof({ taskId, pixels: { total, changed } }: ProductProofProps) {
  const engines = useActions(createEngines);
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const open = async (): Promise<void> => {
    setIsOpen(true);
    try {
      // Links live for an hour; a result for much longer.
      setAddress(await engines.heatMapOf(taskId));
    } catch (error) {
      console.warn('The comparison could not be fetched.', error);
      setHasFailed(true);
    }
  };
  return (
    <>
      <p className="mt-1 flex items-center justify-between gap-2 tabular-nums">
        <span>
          <span className="font-medium text-ink">{changed.toLocaleString('en')}</span> product{' '}
          {changed === 1 ? 'pixel' : 'pixels'} changed
        </span>
        <Button size="sm" variant="ghost" onClick={() => void open()}>
          Show proof
        </Button>
      </p>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`${changed.toLocaleString('en')} of ${total.toLocaleString('en')} product pixels changed`}
        description="Every pixel of the product, compared with your photo. Dark: unchanged. Yellow to red: changed, a little to a lot."
      >
        {hasFailed ? (
          <p className="mt-3 text-sm text-muted">
            The comparison could not be fetched. Please try again later.
          </p>
        ) : address === null ? (
          <Skeleton className="mt-3 aspect-square w-full" />
        ) : (
          <img
            src={address}
            alt={changed === 0 ? 'The product, unchanged everywhere' : 'Where the product was changed'}
            className="mt-3 max-h-[60vh] w-full rounded-lg border border-line object-contain"
          />
        )}
      </Dialog>
    </>
  );
}
