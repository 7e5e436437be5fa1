import { expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { senderOf } from './sender.ts';

const entry = (label: string, value: Json) => ({ label, value });

it.each<[Json, string]>([
  [{ name: entry('Name', 'Jo Bay'), email: entry('Email', ' jo@bay.example ') }, 'Jo Bay, jo@bay.example'],
  [{ last: entry('Last name', 'Bay'), first: entry('First name', 'Jo') }, 'Jo Bay'],
  [{ fullName: entry('Wer?', 'Jo\nBay'), a: entry('A', 1) }, 'Jo Bay'],
  [{ a: entry('Prénom', 'Zoé'), b: entry('Nom de famille', 'Dürr') }, 'Zoé Dürr'],
  [{ company_name: entry('Company name', 'Bay Ltd'), who: entry('Your name', 'Jo') }, 'Jo'],
  [{ company_name: entry('Company name', 'Bay Ltd') }, ''],
  [{ name: entry('Name', 'jo@bay.example') }, 'jo@bay.example'],
  [{ name: entry('Name', ''), message: entry('Message', 'Write to jo@bay.example') }, ''],
  [{ rename: entry('Rename it', 'x'), b: entry('B', ['a@b.example', 'c@d.example']) }, ''],
  [{ name: entry('Name', 'x'.repeat(300)) }, 'x'.repeat(200)],
  [
    { z: { ...entry('Email', 'second@bay.example'), position: 2 }, a: { ...entry('Email', 'first@bay.example'), position: 1 } },
    'first@bay.example',
  ],
  ['text', ''],
  [null, ''],
])('of %j is %s', (payload, sender) => {
  expect(senderOf(payload)).toBe(sender);
});
