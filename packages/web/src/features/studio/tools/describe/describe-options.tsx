import { DESCRIPTION_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { Copy } from 'lucide-react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { currentDescription } from '../../model/edits.ts';
import { createDescriptionActions } from './description-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { EngineSection } from '../../panel/engine-section.tsx';
import { DESCRIBE_ENGINE } from './describe-work.ts';
import { Section } from '../../panel/section.tsx';

/** What was said of the picture, to be edited and copied. */
export function DescribePanel() {
  return (
    <>
      <Section title="Description" note="For a shop page or alt text.">
        <DescriptionField rows={6} />
      </Section>
      <EngineSection use={DESCRIBE_ENGINE} />
    </>
  );
}

/** The same at hand below the stage. */
export const PhoneDescribe = () => <DescriptionField rows={3} />;

/** @param rows lines that are shown at once */
function DescriptionField({ rows }: { readonly rows: number }) {
  const text = useStudioState(({ document }) => document && currentDescription(document));
  const description = useActions(createDescriptionActions);
  const field = useLimitedText(text ?? '', DESCRIPTION_MAX_LENGTH, description.set);
  if (text === null) {
    return (
      <p className="text-sm text-muted">Describes colors, finish and shape, and any text it can read.</p>
    );
  }
  return (
    <div className="relative">
      <textarea
        rows={rows}
        dir="auto"
        value={field.value}
        aria-label="Description"
        onChange={(event) => field.onChange(event.currentTarget.value)}
        className="block w-full resize-none rounded-md border border-field-line bg-surface py-2 pr-12 pl-3 text-sm pointer-coarse:text-base"
      />
      <TextLimit text={field} />
      <div className="absolute top-1 right-1">
        <IconButton
          icon={Copy}
          label="Copy description"
          side="left"
          disabled={text.trim() === ''}
          onClick={() => void description.copy()}
        />
      </div>
    </div>
  );
}
