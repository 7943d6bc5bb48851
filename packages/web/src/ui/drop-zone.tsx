import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly disabled?: boolean;
  readonly multiple?: boolean;
  /** Extensions for the file dialog; by default those of photos that the studio accepts. */
  readonly extensions?: readonly string[];
  readonly className?: string;
  /**
   * Content of the zone. `open` shows the browser's file dialog; callers pass it to a button, so that the zone works
   * by keyboard. A click anywhere else in the zone opens the dialog too.
   */
  readonly children: (zone: { readonly isOver: boolean; readonly open: () => void }) => ReactNode;
}

/** Area on which the user drops photos, or clicks to open the file dialog. `onFiles` has to validate the photos. */
export function DropZone({
  onFiles,
  disabled = false,
  multiple = false,
  extensions = UPLOAD_EXTENSIONS,
  className,
  children,
}: DropZoneProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isOver, setIsOver] = useState(false);
  const open = () => input?.click();

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    // Lets the page handle a drop without files, for which it shows an explanation.
    if (files.length > 0) event.stopPropagation();
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    // A label, so that a click anywhere in it opens the file picker without a handler of ours. Dropping is a shortcut
    // for pointers; the keyboard's way is the button inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={onDrop}
      className={classNames('block', !disabled && 'cursor-pointer', className)}
    >
      <input
        ref={setInput}
        type="file"
        hidden
        data-testid="file-input"
        accept={extensions.join(',')}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Resets the input, so that choosing the same file twice triggers a change.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children({ isOver, open })}
    </label>
  );
}
