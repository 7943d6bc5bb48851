export { isCutOut, visibleBounds } from './raster/alpha.ts';
export { isReadAlike } from './file/appearance/read-alike.ts';
export type { ComposedExport, ExportLayout, Length, Sides, TestedPicture } from './file/arrangement.ts';
export { boxMean, windowExtremes } from './raster/box-filter.ts';
export { readFileFacts } from './quality/channels/file-facts.ts';
export { planFix } from './quality/channels/fix-plan.ts';
export { measurePixels } from './quality/channels/measure-pixels.ts';
export { colorDifference, toLab } from './color/color-difference.ts';
export { linearOfSrgb, luminance } from './color/oklab.ts';
export { blur } from './raster/smooth.ts';
export { FLAT_SOFTNESS, flatDirectionDeg, layeredOpacities, shadowShape } from './light/shadow-shape.ts';
export type { ShadowShape } from './light/shadow-shape.ts';
export { IMAGE_MAX_PIXELS, detectImageFormat, probeImageHeader } from './file/header/probe.ts';
export type { ImageProbe } from './file/header/probe.ts';
export { readMagicPrompt } from './words/prompts/read-magic-prompt.ts';
export { surroundingsIn } from './light/harmonize/surroundings.ts';
export type { EstimatedSurroundings, Standing } from './light/harmonize/surroundings.ts';
export { expectedAsIs } from './quality/expected-product.ts';
export { productDifference } from './quality/product-difference.ts';
export { ALIKE_LEVELS, measureResemblance } from './quality/resemblance.ts';
export { isMaskShape } from './raster/mask.ts';
export { bareFile } from './file/metadata/bare.ts';
export { isSigned } from './file/metadata/credentials-in-file.ts';
export { embedXmp } from './file/metadata/embed.ts';
export { inspectEnvelope } from './file/metadata/inspect-envelope.ts';
export { marksIn, provenanceIn, stepsIn } from './file/metadata/provenance-in-file.ts';
export { hasUnsignedFilling } from './file/metadata/unsigned-filling.ts';
export { unsignedReport } from './file/metadata/unsigned-report.ts';
export { xmpPacket } from './file/metadata/xmp.ts';
export {
  embedAuxiliaryMaps,
  MAP_MAX_SIDE_PX,
  MAPS_MAX_BYTES,
  readAuxiliaryMaps,
} from './file/map-container.ts';
export type { MapFiles } from './file/map-container.ts';
export { HOLD_UNIT, layOnBackground, transmittedShare } from './matte/auxiliary-maps.ts';
export type { AuxiliaryMaps } from './matte/auxiliary-maps.ts';
export { describeToPrompt } from './words/prompts/describe-to-prompt.ts';
export { firstChannels, raster } from './raster/raster.ts';
export type { Box } from './raster/raster.ts';
export { refineCutOut } from './matte/refine-cut-out.ts';
export { ImageRefusal } from './raster/refusal.ts';
export { gapsIn } from './fill/removal.ts';
export { shadowBeside } from './fill/removal.ts';
export { leadsToHanging } from './words/scene-prompt/asks-to-hang.ts';
export { scaleInName, seenInName } from './words/scene-prompt/name-scale.ts';
export { readInLife } from './words/describe/seen-in-life.ts';
export { findCutEdges } from './stage/cut-off.ts';
export type { CutEdges } from './stage/cut-off.ts';
export { scenesFitting } from './words/scene-prompt/fitting-views.ts';
export { promisedWords } from './words/scene-prompt/promised-words.ts';
export type { PromisedWords } from './words/scene-prompt/promised-words.ts';
export { hangingStage, placementInShape } from './stage/crop.ts';
export { frontShare, stagePlacement } from './stage/stage-placement.ts';
export { fitsLock, isViewOfLock } from './words/scene-prompt/scene-lock.ts';
export type { LockableSet } from './words/scene-prompt/scene-lock.ts';
export type { StudioSet } from './stage/studio-set.ts';
export { finish } from './raster/work.ts';
export type { Work } from './raster/work.ts';
export { computedShade } from './light/flat-shade.ts';
export { placeProduct, productBoxes } from './scene/frame-product.ts';
export { layFlat } from './scene/lay-flat.ts';
export { seenFrom } from './light/set/choose-shadow.ts';
export { LiveScene, prepareLiveProduct, readLiveSet } from './scene/live-scene.ts';
export type { LiveFrame, LiveOrder, ReadSetPicture } from './scene/live-scene.ts';
export type { ProductVisibility } from './scene/visibility.ts';
export type { CutOut } from './scene/cut-out.ts';
export { planWithLock } from './scene/series.ts';
export { listMoods } from './words/scene-prompt/set-moods.ts';
export { viewInPose, viewInWords } from './words/scene-prompt/view-in-words.ts';
export { dimLights, paintParts, UNCHANGED_LAMP, WHITE_LIGHT } from './stage/dimmers.ts';
export { withDimmers } from './words/scene-prompt/with-dimmers.ts';
export type { Dimmers } from './words/scene-prompt/with-dimmers.ts';
export { planScene } from './words/scene-prompt/plan-scenes.ts';
export { readProduct } from './words/scene-prompt/read-product.ts';
export { readReference } from './words/scene-prompt/read-reference.ts';
export type {
  PicturePlan,
  ProductReading,
  ReferenceReading,
  ScenePlan,
  SceneRequest,
} from './stage/scene-plan.ts';
