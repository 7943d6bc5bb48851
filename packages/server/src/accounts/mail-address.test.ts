import { describe, expect, it } from 'vitest';
import { toMailbox } from './mail-address.ts';

describe('toMailbox', () => {
  it.each([
    ['Ann@Shop.example', 'ann@shop.example'],
    ['ann+one@shop.example', 'ann@shop.example'],
    ['a.nn@shop.example', 'a.nn@shop.example'],
    ['A.n.n+shop@GMail.com', 'ann@gmail.com'],
    ['ann@googlemail.com', 'ann@gmail.com'],
  ])('normalizes the mail address %s to the mailbox %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox);
  });
});
