/**
 * Components that tools show with an open picture, in one script that loads after the empty stage. Larger panels load
 * when the user chooses their tool.
 */
export { CropLayers } from './crop/crop-layers.tsx';
export { CutOutOptions, PhoneCutOut } from './cut-out/cut-out-options.tsx';
export { FlagMarks } from './cut-out/flag-marks.tsx';
export { pixelsForHand } from './cut-out/load-pixels.ts';
export { RefineLayers } from './cut-out/refine-layers.tsx';
export { DescribePanel, PhoneDescribe } from './describe/describe-options.tsx';
export { MagicPanel, PhoneMagic } from './magic/magic-options.tsx';
export { MaskOverlay } from './magic/mask-overlay.tsx';
export { EmptyFrame } from './scene/composition-layers.tsx';
export { LiveLayers } from './scene/live-layers.tsx';
export { ProductInFrame } from './scene/product-in-frame.tsx';
export { CompactUpscaleOptions, UpscalePanel } from './upscale/upscale-options.tsx';
