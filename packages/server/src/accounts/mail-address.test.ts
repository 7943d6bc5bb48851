import { describe, expect, it } from 'vitest';
import { toMailbox } from './mail-address.ts';

describe('mailboxOf', () => {
  it.each([
    ['Ann@Shop.example', 'ann@shop.example'],
    ['ann+one@shop.example', 'ann@shop.example'],
    ['a.nn@shop.example', 'a.nn@shop.example'],
    ['A.n.n+shop@GMail.com', 'ann@gmail.com'],
    ['ann@googlemail.com', 'ann@gmail.com'],
  ])('treats %s as the mailbox of %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox);
  });
});
