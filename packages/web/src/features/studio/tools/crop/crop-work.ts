/** Making a crop, here in the browser. */
import { Check } from 'lucide-react';
import type { ToolWork } from '../../state/studio-context.ts';
import { applyCrop } from './apply-crop.ts';
import { isCropChanged } from './cropping.ts';

export const CROP: ToolWork = {
  name: 'crop',
  icon: Check,
  label: 'Apply crop',
  price: 'free',
  reasonNotReady: (document) =>
    isCropChanged(document) ? null : 'Drag the corners, or rotate or straighten the picture.',
  perform: applyCrop,
};
