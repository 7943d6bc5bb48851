import type { NewApiKey } from '@packshot/contract/api/keys';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { dayOf } from '../days.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { CUT_OUT_SCOPE, curlLine } from './key-words.ts';

/** The only time that a secret is seen. Nothing but its button closes it, because it never comes back. */
export function NewSecret({ made, onClose }: { readonly made: NewApiKey; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      hasCross={false}
      title={`Copy the key “${made.name}” now`}
      description={
        made.rotated_until === null
          ? 'It is shown this once. We keep only its fingerprint.'
          : `It is shown this once. The key before it works until ${dayOf(made.rotated_until)}.`
      }
      className="w-[34rem]"
      actions={<Button onClick={onClose}>I’ve copied it</Button>}
    >
      <div className="mt-5 grid gap-5">
        <CopyField label="API key" value={made.secret} />
        {made.scopes.includes(CUT_OUT_SCOPE) && (
          <CopyField label="Try it" value={curlLine(location.origin, made.secret)} />
        )}
      </div>
    </Dialog>
  );
}
