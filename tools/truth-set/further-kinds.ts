/**
 * Further kinds of things, whose renders are only learned from: how a product was seen is recalled from as many kinds as possible. The truth set does not
 * hold them, so that what is measured stays what it was. Each has a builder of the same name in `things/`.
 */
import { POSES } from './catalog.ts';
import type { Family, Kind, Pose, Thing } from './catalog.ts';

const STANDS: readonly Pose[] = ['stands'];
const LIES: readonly Pose[] = ['lies'];
const FALLS: readonly Pose[] = ['stands', 'lies'];
const DRAPES: readonly Pose[] = ['lies', 'hangs'];

function kind(
  name: string,
  title: string,
  family: Family,
  poses: readonly Pose[],
  made: Kind = 'opaque',
): Thing {
  return { name, title, family, kind: made, poses, isPaintable: true };
}

/** New ones go to the end, as in the catalog. */
export const FURTHER_KINDS: readonly Thing[] = [
  kind('pump', 'pump', 'shoes', STANDS),
  kind('boot', 'boot', 'shoes', FALLS),
  kind('sandal', 'sandal', 'shoes', STANDS),
  kind('flip-flop', 'flip-flop', 'shoes', STANDS),
  kind('slipper', 'slipper', 'shoes', STANDS),
  kind('running-shoe', 'running shoe', 'shoes', FALLS),
  kind('espadrille', 'espadrille', 'shoes', STANDS),
  kind('ballerina', 'ballerina', 'shoes', STANDS),
  kind('child-shoe', "child's shoe", 'shoes', STANDS),
  kind('dress-shoes', 'pair of shoes', 'shoes', STANDS),

  kind('tea-tin', 'tea tin', 'boxes', STANDS),
  kind('cereal-box', 'cereal box', 'boxes', FALLS),
  kind('shoe-box', 'shoe box', 'boxes', STANDS),
  kind('perfume-box', 'carton of a perfume', 'boxes', FALLS),
  kind('book-stack', 'stack of books', 'boxes', STANDS),
  kind('board-game', 'board game', 'boxes', FALLS),
  kind('gift-set', 'gift set', 'boxes', STANDS),
  kind('card-deck', 'deck of cards', 'boxes', FALLS),
  kind('tissue-box', 'box of tissues', 'boxes', STANDS),
  kind('perfume', 'perfume', 'bottles', STANDS),

  kind('bracelet-watch', 'watch', 'watches', FALLS),
  kind('smart-watch', 'smart watch', 'watches', FALLS),
  kind('cushion-watch', 'watch on a cushion', 'watches', STANDS),
  kind('pocket-watch', 'pocket watch', 'watches', LIES),
  kind('bangle', 'bracelet', 'jewelry', FALLS, 'thin'),
  kind('earrings', 'earrings', 'jewelry', LIES, 'thin'),
  kind('belt', 'belt', 'cloth', LIES),
  kind('wallet', 'wallet', 'bags', FALLS),
  kind('sun-hat', 'sun hat', 'cloth', STANDS),
  kind('beanie', 'beanie', 'cloth', LIES),

  kind('folded-shirt', 'folded shirt', 'cloth', LIES),
  kind('folded-jeans', 'folded jeans', 'cloth', LIES),
  kind('socks', 'socks', 'cloth', LIES),
  kind('gloves', 'gloves', 'cloth', LIES),
  kind('tie', 'tie', 'cloth', LIES),
  kind('folded-blanket', 'folded blanket', 'cloth', STANDS),
  kind('rolled-mat', 'rolled mat', 'cloth', LIES),

  kind('notebook', 'notebook', 'boxes', LIES),
  kind('pens', 'pens', 'devices', LIES, 'thin'),
  kind('computer-mouse', 'computer mouse', 'devices', STANDS),
  kind('remote', 'remote control', 'devices', LIES),
  kind('tablet', 'tablet', 'devices', FALLS),
  kind('calculator', 'calculator', 'devices', LIES),
  kind('eyeglasses-case', 'case for glasses', 'boxes', STANDS),

  kind('tray', 'tray', 'vessels', STANDS),
  kind('bread-basket', 'bread basket', 'vessels', STANDS),
  kind('cup-and-saucer', 'cup and saucer', 'vessels', STANDS),
  kind('cooking-pot', 'cooking pot', 'vessels', STANDS),
  kind('vase', 'vase', 'vessels', STANDS),
  kind('drink-can', 'can of a drink', 'bottles', FALLS),
  kind('bucket', 'bucket', 'vessels', STANDS, 'thin'),
  kind('plant-pot', 'plant pot', 'vessels', STANDS),
  kind('soap-dish', 'soap on a dish', 'vessels', STANDS),
  kind('dog-bed', 'dog bed', 'cloth', STANDS),
  kind('floor-cushion', 'floor cushion', 'cloth', STANDS),
  kind('cutlery', 'cutlery', 'devices', LIES, 'thin'),
  kind('kitchen-knife', 'kitchen knife', 'devices', LIES),
  kind('cutting-board', 'cutting board', 'devices', LIES),

  kind('kettle', 'kettle', 'devices', STANDS),
  kind('toaster', 'toaster', 'devices', STANDS),
  kind('coffee-maker', 'coffee maker', 'devices', STANDS),
  kind('kitchen-scale', 'kitchen scale', 'devices', STANDS),
  kind('table-lamp', 'table lamp', 'cables', STANDS),
  kind('drill', 'drill', 'devices', FALLS),
  kind('hammer', 'hammer', 'devices', LIES),
  kind('pliers', 'pliers', 'devices', LIES),
  kind('tape-measure', 'tape measure', 'devices', STANDS),
  kind('kettlebell', 'kettlebell', 'devices', STANDS),
  kind('skateboard', 'skateboard', 'devices', STANDS),
  kind('racket', 'racket', 'mesh', LIES, 'mesh'),
  kind('drinking-bottle', 'drinking bottle', 'bottles', FALLS),
  kind('roller-skate', 'roller skate', 'shoes', FALLS),

  kind('building-blocks', 'building blocks', 'devices', STANDS),
  kind('toy-train', 'toy train', 'devices', STANDS),
  kind('rubber-duck', 'rubber duck', 'devices', STANDS),
  kind('wooden-figure', 'wooden figure', 'devices', FALLS),
  kind('succulent', 'succulent', 'plants', STANDS),

  kind('sweater', 'sweater', 'cloth', DRAPES),
  kind('dress', 'dress', 'cloth', DRAPES),
  kind('shirt-on-hanger', 'shirt on a hanger', 'cloth', DRAPES),
  kind('apron', 'apron', 'cloth', DRAPES),
  kind('picture-frame', 'picture in a frame', 'boxes', POSES),
  kind('wall-mirror', 'mirror', 'furniture', DRAPES),
  kind('wreath', 'wreath', 'plants', DRAPES, 'thin'),
  kind('shoulder-bag', 'shoulder bag', 'bags', POSES),
];
