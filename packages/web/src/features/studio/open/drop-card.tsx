import { t } from '@packshot/contract/text/translation';
import { ImagePlus, Upload } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface DropCardProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly title: string;
  /** Text that tells the user what happens to dropped files. */
  readonly promise: ReactNode;
  readonly buttonLabel: string;
  /** Whether chosen files wait to be opened. */
  readonly isWaiting?: boolean;
  /** Picture that replaces the default photo icon. */
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
}

export function DropCard({
  onFiles,
  title,
  promise,
  buttonLabel,
  isWaiting = false,
  picture,
  children,
}: DropCardProps) {
  return (
    <DropZone multiple onFiles={onFiles} className="group">
      {({ isOver, open }) => (
        <div
          className={classNames(
            'flex flex-col items-center rounded-2xl border border-dashed bg-surface px-6 py-14 text-center transition-colors max-sm:py-10 short:py-5',
            isOver ? 'border-accent bg-accent-soft' : 'border-field-line group-hover:border-ink',
          )}
        >
          {picture ?? (
            <span className="mb-5 inline-flex size-14 short:hidden items-center justify-center rounded-xl border border-line bg-ground">
              <Icon of={ImagePlus} sizePx={26} />
            </span>
          )}
          <h1 className="text-2xl font-bold tracking-headline">{isOver ? t('Drop to start') : title}</h1>
          <p className="mt-2 max-w-sm text-base text-muted">{promise}</p>
          <Button size="lg" icon={Upload} loading={isWaiting} onClick={open} className="mt-5 max-sm:w-full">
            {buttonLabel}
          </Button>
          {children}
        </div>
      )}
    </DropZone>
  );
}
