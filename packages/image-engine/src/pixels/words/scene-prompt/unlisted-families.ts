import type { Reference } from '@packshot/contract';
import type { SetScale } from '../../stage/studio-set.ts';

/** Family of sets with the fields that the public list of references has. */
export interface KnownFamily extends Pick<Reference, 'id' | 'elevations_deg' | 'tints' | 'keywords'> {
  /** Scale of the family's sets; `tabletop` by default, as for all references. */
  readonly scale?: SetScale;
}

/**
 * Families of sets that are chosen by a prompt's words or the product's needs, and that users can't choose as
 * references. Data only, copied from their `set.json`, for code without access to the files.
 */
export const UNLISTED_FAMILIES: readonly KnownFamily[] = [
  {
    id: 'plain-sweep',
    elevations_deg: [5, 25, 45, 65, 90],
    tints: [{ id: 'sweep', color: '#e4e4e4' }],
    keywords:
      'studio,seamless,seamless paper,white,light gray,gray,plain,minimal,clean,soft box,high key,studio light'.split(
        ',',
      ),
  },
  {
    id: 'clothes-rail',
    elevations_deg: [2],
    tints: [{ id: 'wall', color: '#efede9' }],
    keywords:
      'clothes rail,hanger,boutique,home,window,plaster,wood,white,ivory,light gray,minimal,clean,natural,calm,modern,spring,summer,soft sun,morning'.split(
        ',',
      ),
  },
  {
    id: 'dusk-asphalt',
    scale: 'vehicle',
    elevations_deg: [6],
    tints: [{ id: 'sky', color: '#d8b9a4' }],
    keywords:
      'road,mountain,outdoor,parking lot,sky,asphalt,anthracite,gray,blue,peach,wide,calm,dramatic,cool,summer,autumn,blue hour,sunset,soft light'.split(
        ',',
      ),
  },
  {
    id: 'flat-concrete',
    elevations_deg: [65, 90],
    tints: [{ id: 'floor', color: '#a7a39d' }],
    keywords:
      'loft,industrial,urban,props,concrete,cement,steel,stone,gray,silver,modern,raw,masculine,technical,hard sun,side light,window'.split(
        ',',
      ),
  },
  {
    id: 'flat-linen',
    elevations_deg: [65, 90],
    tints: [{ id: 'linen', color: '#d9cdbb' }],
    keywords:
      'linen,home,bedroom,props,fabric,flowers,natural,beige,cream,cozy,soft,quiet,autumn,winter,spring,window,soft sun,morning'.split(
        ',',
      ),
  },
  {
    id: 'flat-marble',
    elevations_deg: [65, 90],
    tints: [{ id: 'marble', color: '#efece8' }],
    keywords:
      'marble,beauty,kitchen,props,stone,ceramic,gold,leaves,white,light gray,elegant,clean,bright,fresh,spring,summer,window,soft sun,morning'.split(
        ',',
      ),
  },
  {
    id: 'flat-oak',
    elevations_deg: [65, 90],
    tints: [{ id: 'table', color: '#b8946b' }],
    keywords:
      'wood table,home,props,oak,wood,stoneware,leaves,honey,brown,beige,natural,homely,warm,rustic,spring,summer,sun,leaf shadows,morning'.split(
        ',',
      ),
  },
  {
    id: 'flat-paper',
    elevations_deg: [90],
    tints: [{ id: 'paper', color: '#e8cfc4' }],
    keywords:
      'studio,paper craft,paper,blush,pastel,peach,minimal,modern,playful,fresh,spring,summer,leaf shadows,hard sun,bright'.split(
        ',',
      ),
  },
  {
    id: 'flat-sand',
    elevations_deg: [90],
    tints: [{ id: 'sand', color: '#d8b88f' }],
    keywords:
      'beach,sand,desert,props,pebbles,beige,peach,sunny,calm,natural,warm,summer,sun,palm shadow,hard sun'.split(
        ',',
      ),
  },
  {
    id: 'flat-slate',
    elevations_deg: [65, 90],
    tints: [{ id: 'slate', color: '#3f4246' }],
    keywords:
      'stone,spa,restaurant,props,slate,pebbles,leaves,anthracite,black,moody,natural,masculine,elegant,autumn,winter,side light,soft light,low key'.split(
        ',',
      ),
  },
  {
    id: 'flat-terrazzo',
    elevations_deg: [90],
    tints: [{ id: 'terrazzo', color: '#e9e4dc' }],
    keywords:
      'terrazzo,mediterranean,props,stone,ceramic,cream,terracotta,sage,modern,fresh,friendly,playful,spring,summer,sun,palm shadow,bright'.split(
        ',',
      ),
  },
  {
    id: 'kitchen-counter',
    elevations_deg: [9, 27, 45],
    tints: [
      { id: 'counter', color: '#d0cac0' },
      { id: 'tiles', color: '#e8e6e0' },
    ],
    keywords:
      'kitchen counter,kitchen,counter,ceramic,tiles,white,light gray,ivory,clean,fresh,modern,homely,bright,soft sun,daylight,morning'.split(
        ',',
      ),
  },
  {
    id: 'living-room',
    scale: 'room',
    elevations_deg: [8],
    tints: [
      { id: 'wall', color: '#ece8e1' },
      { id: 'floor', color: '#b8946b' },
    ],
    keywords:
      'living room,furniture room,home,window,props,oak,wood,plaster,linen,white,cream,honey,green,homely,natural,calm,scandinavian,fresh,spring,summer,sun,morning'.split(
        ',',
      ),
  },
  {
    id: 'marble-counter',
    elevations_deg: [8, 25, 45],
    tints: [
      { id: 'marble', color: '#e9e6e1' },
      { id: 'wall', color: '#e9e5de' },
    ],
    keywords:
      'marble,counter,plaster,white,light gray,ivory,clean,elegant,minimal,calm,bright,soft sun,daylight,morning'.split(
        ',',
      ),
  },
  {
    id: 'plaster-room',
    scale: 'room',
    elevations_deg: [8],
    tints: [
      { id: 'wall', color: '#d9c2aa' },
      { id: 'floor', color: '#c5b5a2' },
    ],
    keywords:
      'furniture room,living room,home,arch,mediterranean,plaster,cement,beige,sand,terracotta,cream,warm,calm,minimal,elegant,modern,summer,autumn,golden hour,soft sun,side light,afternoon'.split(
        ',',
      ),
  },
  {
    id: 'vehicle-hall',
    scale: 'vehicle',
    elevations_deg: [6],
    tints: [
      { id: 'wall', color: '#c9cac9' },
      { id: 'floor', color: '#a9a8a5' },
    ],
    keywords:
      'hall,showroom,garage,industrial,concrete,metal,light gray,gray,white,silver,clean,modern,technical,minimal,soft box,studio light,bright'.split(
        ',',
      ),
  },
  {
    id: 'wall-hook',
    elevations_deg: [2],
    tints: [{ id: 'wall', color: '#f0eee9' }],
    keywords:
      'wall hook,home,window,props,plaster,oak,wood,white,cream,honey,natural,homely,calm,minimal,scandinavian,spring,summer,soft sun,leaf shadows,morning'.split(
        ',',
      ),
  },
  {
    id: 'wood-table',
    elevations_deg: [8, 25, 45],
    tints: [
      { id: 'wood', color: '#b59775' },
      { id: 'wall', color: '#e2ddd5' },
    ],
    keywords:
      'wood table,wood,oak,plaster,honey,brown,beige,ivory,natural,warm,minimal,calm,honest,soft sun,daylight,morning'.split(
        ',',
      ),
  },
];

const UNLISTED: ReadonlySet<string> = new Set(UNLISTED_FAMILIES.map(({ id }) => id));

/** True if users can choose the family as a reference. */
export const isListed = (family: string): boolean => !UNLISTED.has(family);
