import { t } from '@packshot/contract/text/translation';
import { Columns2, Eye, Maximize, Minus, Plus, Scan, SquareSplitHorizontal } from 'lucide';
import { withPhoto, withBoth } from '../state/command.ts';
import type { StudioCommand } from '../state/command.ts';

export const VIEW_COMMANDS: readonly StudioCommand[] = [
  {
    id: 'zoom-in',
    name: t('Zoom in'),
    icon: Plus,
    keys: ['mod++', 'mod+=', '+'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.zoom(1),
  },
  {
    id: 'zoom-out',
    name: t('Zoom out'),
    icon: Minus,
    keys: ['mod+-', '-'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.zoom(-1),
  },
  {
    id: 'fit',
    name: t('Fit'),
    icon: Maximize,
    keys: ['mod+0'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.fit(),
  },
  {
    id: 'actual-size',
    name: '100%',
    icon: Scan,
    keys: ['mod+1'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.actualSize(),
  },
  {
    id: 'compare-slider',
    name: t('Before and after'),
    icon: SquareSplitHorizontal,
    keys: ['m'],
    group: 'Compare',
    isEnabled: (context) => withBoth(context) && context.isFramedAlike,
    perform: (context) => context.toggleCompare('slider'),
  },
  {
    id: 'compare-side-by-side',
    name: t('Side by side'),
    icon: Columns2,
    keys: ['shift+m'],
    group: 'Compare',
    isEnabled: withBoth,
    perform: (context) => context.toggleCompare('side-by-side'),
  },
  {
    id: 'show-original',
    name: t('Hold to see the original'),
    icon: Eye,
    keys: ['\\'],
    group: 'Compare',
    isEnabled: withBoth,
    perform: (context) => context.showOriginal(true),
    release: (context) => context.showOriginal(false),
  },
];
