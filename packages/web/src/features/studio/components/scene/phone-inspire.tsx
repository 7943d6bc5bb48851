import { ScenePromptField } from './prompt-section.tsx';
import { ReferenceRow } from './reference-section.tsx';
import { Understood } from './understood.tsx';

/** An inspiration at hand under the stage; everything else is in the sheet. */
export default function PhoneInspire() {
  return (
    <div className="space-y-2">
      <ReferenceRow />
      <ScenePromptField rows={1} />
      <div className="max-h-14 overflow-y-auto">
        <Understood />
      </div>
    </div>
  );
}
