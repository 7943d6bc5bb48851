/** Reader of a product's view from its outline, in a script of its own, because its weights are large. */
export { viewOfCutOut } from '@packshot/image-engine/pixels';
