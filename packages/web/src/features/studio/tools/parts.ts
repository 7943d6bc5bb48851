/**
 * What the tools show of an open picture: one script, which the empty stage does not wait
 * for. Larger panels are not here, but come when their tool is chosen.
 */
export { CropLayers } from './crop/crop-layers.tsx';
export { CutOutOptions, PhoneCutOut } from './cut-out/cut-out-options.tsx';
export { DoubtMarks } from './cut-out/doubt-marks.tsx';
export { pixelsForHand } from './cut-out/load-pixels.ts';
export { RefineLayers } from './cut-out/refine-layers.tsx';
export { DescribePanel, PhoneDescribe } from './describe/describe-options.tsx';
export { MagicPanel, PhoneMagic } from './magic/magic-options.tsx';
export { MaskOverlay } from './magic/mask-overlay.tsx';
export { EmptyFrame } from './scene/composition-layers.tsx';
export { ProductInFrame } from './scene/product-in-frame.tsx';
export { CompactUpscaleOptions, UpscalePanel } from './upscale/upscale-options.tsx';
