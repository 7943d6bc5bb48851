import type { Run } from '@packshot/contract/catalog/runs';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useGoTo } from '../catalog-link.tsx';

/** Deletes a draft; asks first when there is something in it. */
export function DraftActions({ run }: { readonly run: Run }) {
  const goTo = useGoTo();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setIsAsking(false);
    try {
      await call('deleteRun', { params: { id: run.id } });
      goTo({ kind: 'runs' }, true);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="ghost"
        icon={Trash2}
        onClick={() => (run.items > 0 ? setIsAsking(true) : void remove())}
      >
        Delete draft
      </Button>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete this draft?"
        description="Its photos are deleted here. Those on your computer stay."
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" onClick={() => void remove()}>
              Delete
            </Button>
          </>
        }
      />
    </div>
  );
}
