import { ScenePromptField } from '../scene/prompt-section.tsx';
import { ReferenceRow } from '../scene/reference-section.tsx';
import { Understood } from '../scene/understood.tsx';

/** Inspire options below the stage on phones; the rest is in the sheet. */
export default function PhoneInspire() {
  return (
    <div className="space-y-2">
      <ScenePromptField rows={1} />
      <div className="max-h-14 overflow-y-auto">
        <Understood />
      </div>
      <ReferenceRow />
    </div>
  );
}
