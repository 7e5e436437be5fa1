import { expect, it } from 'vitest';
import { compareFolded, folded } from './folded.ts';

it.each([
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['ıŞık', 'isik'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['Łódź, Øre & Ærø', 'lodz, ore & aero'],
  ['２０ ﬁ', '20 fi'],
  ['Й', 'и'],
  ['O’Brien', 'obrien'],
  ["O'Brien & Sons'", 'obrien & sons'],
  ['O`Hara, Oʼahu, ׳א', 'ohara, oahu, א'],
  ['O´Hara – “home”', 'ohara - "home"'],
  ['\u200bPark\ufeff\u00ad side', 'park side'],
  ['שָׁלוֹם', 'שלומ'],
  ['צה״ל תל־אביב', 'צה"ל תל-אביב'],
  ['أَحْمَد إبراهيم آل', 'احمد ابراهيم ال'],
  ['مدرســة على', 'مدرسه علي'],
  ['کتابی ۱۲٣', 'كتابي 123'],
  ['ﻣﺤﻤﺪ', 'محمد'],
  ['می‌خواهم', 'ميخواهم'],
  ['हिन्दी ไทย', 'हिन्दी ไทย'],
  ['漢字 100%_\\', '漢字 100%_\\'],
])('%s is searched as %s', (text, plain) => {
  expect(folded(text)).toBe(plain);
});

it('sorts by code points of what is compared, as a database does', () => {
  const texts = ['a10', 'a2', 'É', 'e', 'F', '-', '😀', '\uff5e', ''];
  expect(texts.toSorted(compareFolded)).toEqual(['', '-', 'a10', 'a2', 'É', 'e', 'F', '\uff5e', '😀']);
  expect(compareFolded(`${'a'.repeat(200)}b`, `${'a'.repeat(200)}a`)).toBe(0);
});
