import { expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';

const rulesIn = (source: string): string[] => findFaults('page.tsx', source).map(({ rule }) => rule);

it.each([
  'new OffscreenCanvas(1, 1)',
  "document.createElement('canvas')",
  'context.getImageData(0, 0, 1, 1)',
  'canvas.toBlob(take)',
  'canvas.toDataURL()',
  'canvas.convertToBlob()',
  'createImageBitmap(file)',
])('a canvas that is used without its checks is found: %s', (source) => {
  expect(rulesIn(source)).toEqual(['canvas']);
});

it('other elements and calls are accepted', () => {
  expect(rulesIn("document.createElement('a'); context.putImageData(image, 0, 0)")).toEqual([]);
});

it.each([
  '<p>{isNew && <b>New</b>} Photos</p>',
  '<p>Photos{isNew ? <b>New</b> : null}</p>',
  '<button>{isBusy ? <Spinner /> : icon && <Icon />}{children}</button>',
  '<div>{`${count} photos`}{isNew && (<b>New</b>)}</div>',
  "<>{isNew ? <b /> : null}{isOld ? 'old' : 'new'}</>",
])('text beside a conditional element is found: %s', (source) => {
  expect(rulesIn(`const x = ${source};`)).toEqual(['text-beside-condition']);
});

it.each([
  '<p>{isNew && <b>New</b>}<span>Photos</span></p>',
  '<p>Photos <b>New</b></p>',
  '<div>{isNew && <b>New</b>}{children}</div>',
  '<p>{isNew ? <b>New</b> : null}</p>',
])('text that stands alone is accepted: %s', (source) => {
  expect(rulesIn(`const x = ${source};`)).toEqual([]);
});
