import { classNames } from './class-names.ts';

export interface Thumbnail {
  readonly id: string;
  readonly name: string;
  readonly thumbUrl: string;
}

export interface ThumbnailPickerProps<Item extends Thumbnail> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Text for screen readers that names the action of a picture's button. */
  readonly actionLabel: (item: Item) => string;
  readonly onChoose: (item: Item) => void;
  readonly className?: string;
}

export function ThumbnailPicker<Item extends Thumbnail>(props: ThumbnailPickerProps<Item>) {
  const { label, items, actionLabel, onChoose, className } = props;
  return (
    <div className={classNames('space-y-2', className)}>
      <p className="text-sm text-muted">{label}</p>
      <ul className="flex flex-wrap gap-2.5">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-label={actionLabel(item)}
              onClick={() => onChoose(item)}
              className="block size-13 overflow-hidden rounded-lg border border-line bg-surface transition-[border-color,translate] hover:-translate-y-0.5 hover:border-ink"
            >
              <img
                src={item.thumbUrl}
                alt=""
                width={52}
                height={52}
                loading="lazy"
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
