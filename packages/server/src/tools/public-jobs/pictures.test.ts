import { describe, expect, it } from 'vitest';
import { nameOf } from './pictures.ts';

const bytes = new Uint8Array();
const sent = (fileName: string): string => nameOf({ bytes, fileName });

describe('what a picture of a call is called', () => {
  it.each([
    ['كوب قهوة.jpg', 'كوب قهوة.jpg'],
    ['马克杯 ☕.png', '马克杯 ☕.png'],
    ['tasse à café.jpg', 'tasse à café.jpg'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['a\r\nb\u0000\u202Egpj.exe', 'a b gpj.exe'],
    ['a"b<c>|?.jpg', 'a b c .jpg'],
    ['   ', ''],
  ])('%j is %j', (fileName, name) => {
    expect(sent(fileName)).toBe(name);
  });

  it('is short, and no half of a letter', () => {
    const name = sent(`x${'😀'.repeat(200)}`);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name).not.toMatch(/\p{Cs}/u);
  });

  it('is what its address says, where that is written as addresses are', () => {
    expect(nameOf({ url: 'https://shop.example/a/%D9%83%D9%88%D8%A8.jpg?x=1' })).toBe('كوب.jpg');
    expect(nameOf({ url: 'https://shop.example/a/%E0%A4%A.jpg' })).toBe('%E0%A4%A.jpg');
    expect(nameOf({ key: 'uploads/1/2' })).toBe('');
  });
});
