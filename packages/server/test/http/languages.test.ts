import { MESSAGES } from '@packshot/contract';
import type { CurrentUser, LedgerPage, Session } from '@packshot/contract';
import { expect, it } from 'vitest';
import { createTableReader } from '../../src/platform/tables/read-table.ts';
import { inLanguage } from '../../src/platform/translations.ts';
import { accountSuite } from '../../src/testing/account-suite.ts';

const suite = accountSuite();

const lastMail = async (email: string) => {
  await suite.api.deliverMails();
  return suite.api.services.mails.findLast(({ to }) => to === email);
};

it('mails come in the language of the sign-up', async () => {
  const email = 'anna@shop.example';
  const body = { email, password: 'geheim123', first_name: 'Anna', last_name: 'Groß', language: 'de' };
  await suite.api.data<Session>('register', { body, ip: '203.0.113.7' });
  const mail = await lastMail(email);
  expect(mail?.subject).toBe('Bestätige deine E-Mail-Adresse');
  expect(mail?.text).toMatch(/^Hallo Anna,/);
  expect(mail?.html).toContain('<html lang="de">');
});

it('mails follow the language that a user changes to', async () => {
  const { email, ip, session } = await suite.newAccount();
  const { access } = session;
  const read = async () => (await suite.api.data<CurrentUser>('getUserDetails', { access })).language;
  expect(await read()).toBe('en');
  await suite.api.data('updateUserDetails', { access, body: { language: 'de' } });
  expect(await read()).toBe('de');
  await suite.api.send('forgotPassword', { body: { email }, ip });
  expect((await lastMail(email))?.subject).toBe('Neues Passwort wählen');
  const refused = await suite.api.send('updateUserDetails', { access, body: { language: 'xx' } });
  expect(refused.statusCode).toBe(400);
});

it('sentences in answers come in the language of the page; errors stay English, with their code', async () => {
  const { access } = await suite.api.data<Session>('createGuestSession');
  const readWords = async (headers: Record<string, string>) => {
    const answer = await suite.api.send('getLedger', { access, query: { ledger: 'freemium' }, headers });
    return answer.json<LedgerPage>().data.map(({ words }) => words);
  };
  expect(await readWords({ 'accept-language': 'en' })).toEqual(['Free allowance']);
  expect(await readWords({ 'accept-language': 'de' })).toEqual(['Kostenloses Guthaben']);
  // A page sends its own language. The language cookie, which another tab may have changed, doesn't override it.
  expect(await readWords({ 'accept-language': 'en', cookie: 'language=de' })).toEqual(['Free allowance']);
  const refused = await suite.api.send('getLedger', { headers: { 'accept-language': 'de' } });
  expect(refused.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: MESSAGES.unableToVerify });
});

it('notices about a table come in the language of the call, although another thread reads the table', async () => {
  const readTable = createTableReader();
  const bytes = Buffer.from('sku;file;name\n4.00638E+12;a.jpg;Bl\u00FCte\n', 'latin1');
  const options = { mapping: undefined, encoding: undefined, owner: 'anna' };
  const german = await inLanguage('de', () => readTable(bytes, options));
  expect(JSON.stringify(german)).toContain('Spalte „sku“');
  expect(JSON.stringify(german)).toContain('Westeuropäisch');
  expect(JSON.stringify(await readTable(bytes, options))).toContain('Digits are missing in “sku”');
});
