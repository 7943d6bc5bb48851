import { t } from '@packshot/contract/text/translation';
import { DESCRIPTION_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { Copy } from 'lucide';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { currentDescription } from '../../model/edits.ts';
import { createDescriptionActions } from './description-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { EngineSection } from '../../panel/engine-section.tsx';
import { DESCRIBE_ENGINE } from './describe-work.ts';
import { Section } from '../../panel/section.tsx';
import { ShopTexts } from './shop-texts.tsx';

export function DescribePanel() {
  return (
    <>
      <Section title={t('What is it?')}>
        <NameField />
      </Section>
      <Section title={t('Description')} note={t('For a shop page or alt text.')}>
        <DescriptionField rows={5} />
      </Section>
      <ShopTexts />
      <EngineSection use={DESCRIBE_ENGINE} />
    </>
  );
}

/** Fields of the describe tool below the stage on phones; the shop texts are in the sheet. */
export const PhoneDescribe = () => (
  <div className="grid gap-2">
    <NameField isLabeled />
    <DescriptionField rows={2} />
  </div>
);

/**
 * Field for the product's name, which the user enters because the engine doesn't recognize it.
 * @param isLabeled whether the label is beside the field
 */
function NameField({ isLabeled = false }: { readonly isLabeled?: boolean }) {
  const name = useStudioState(({ document }) => document?.edits.productName ?? '');
  const description = useActions(createDescriptionActions);
  const field = useLimitedText(name, PRODUCT_NAME_MAX_LENGTH, description.setName);
  return (
    <div>
      <div className="relative">
        {isLabeled && (
          <span aria-hidden className="absolute inset-y-0 left-3 flex items-center text-xs text-muted">
            {t('What is it?')}
          </span>
        )}
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          value={field.value}
          aria-label={t('What is it?')}
          placeholder={t('Camp mug, for example')}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          className={classNames(
            'block h-10 w-full rounded-md border border-field-line bg-surface pr-3 text-sm placeholder:text-muted pointer-coarse:h-11 pointer-coarse:text-base',
            isLabeled ? 'pl-22' : 'pl-3',
          )}
        />
      </div>
      <TextLimit text={field} />
    </div>
  );
}

function DescriptionField({ rows }: { readonly rows: number }) {
  const text = useStudioState(({ document }) => document && currentDescription(document));
  const description = useActions(createDescriptionActions);
  const field = useLimitedText(text ?? '', DESCRIPTION_MAX_LENGTH, description.set);
  if (text === null) {
    return (
      <p className="text-sm text-muted">
        {t('Describes colors, finish and shape, and any text it can read.')}
      </p>
    );
  }
  return (
    <div className="relative">
      <textarea
        rows={rows}
        dir="auto"
        value={field.value}
        aria-label={t('Description')}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        className="block w-full resize-none rounded-md border border-field-line bg-surface py-2 pr-12 pl-3 text-sm pointer-coarse:text-base"
      />
      <TextLimit text={field} />
      <div className="absolute top-1 right-1">
        <IconButton
          icon={Copy}
          label={t('Copy description')}
          side="left"
          disabled={text.trim() === ''}
          onClick={() => void description.copy()}
        />
      </div>
    </div>
  );
}
