import { describe, expect, it } from 'vitest';
import { getDisplayName } from './pictures.ts';

const bytes = new Uint8Array();
const getSentName = (fileName: string): string => getDisplayName({ bytes, fileName });

describe('the display name of a picture in an API call', () => {
  it.each([
    ['كوب قهوة.jpg', 'كوب قهوة.jpg'],
    ['马克杯 ☕.png', '马克杯 ☕.png'],
    ['tasse à café.jpg', 'tasse à café.jpg'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['a\r\nb\u0000\u202Egpj.exe', 'a b gpj.exe'],
    ['a"b<c>|?.jpg', 'a b c .jpg'],
    ['   ', ''],
  ])('for the file name %j is %j', (fileName, name) => {
    expect(getSentName(fileName)).toBe(name);
  });

  it('is short, and doesn’t split a character', () => {
    const name = getSentName(`x${'😀'.repeat(200)}`);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name).not.toMatch(/\p{Cs}/u);
  });

  it('comes from the decoded URL, if it is encoded correctly', () => {
    expect(getDisplayName({ url: 'https://shop.example/a/%D9%83%D9%88%D8%A8.jpg?x=1' })).toBe('كوب.jpg');
    expect(getDisplayName({ url: 'https://shop.example/a/%E0%A4%A.jpg' })).toBe('%E0%A4%A.jpg');
    expect(getDisplayName({ key: 'uploads/1/2' })).toBe('');
  });
});
