import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareFolded, folded } from '#contract/folded.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function inDatabase(texts: readonly string[]): Promise<readonly string[]> {
  const rows = await harness.deps.db
    .select({ folded: sql<string>`folded(t)` })
    .from(sql`unnest(${sql.param(texts)}::text[]) with ordinality as u(t, n)`)
    .orderBy(sql`n`);
  return rows.map((row) => row.folded);
}

it('the database folds a text as the device does, for every letter of the living scripts', async () => {
  const letters = Array.from({ length: 0x2_4ff }, (_, code) => String.fromCodePoint(code + 1)).filter((each) =>
    /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{DI}]/u.test(each),
  );
  const words = [
    'Café',
    'cafe\u0301',
    'Straße',
    'STRASSE',
    'İstanbul',
    'ISTANBUL',
    'ΟΔΟΣ',
    'ﬁne',
    'Ålesund',
    'Łódź',
    'Ёлка',
    'Sydney 2000!',
    '',
    '😀 É',
    'O’Brien´s “home” – 2\u2011a',
    "O'Brien`s",
    '\u200b\ufeffa\u200db\u{e0020}\ufe0f',
    'שָׁלוֹם',
    'مُحَمَّد ـ أحمد ٣',
  ];
  expect(await inDatabase([...letters, ...words])).toEqual([...letters, ...words].map(folded));
});

const redirect = (redirects_from: string) =>
  harness.call('POST', '/api/websites/12/redirects', { token, body: { redirects_from, redirects_to: '/' } });
const found = async (query: string) => {
  const got = await harness.call('GET', `/api/websites/12/redirects?per_page=100&${query}`, { token });
  return Array.from(got.text.matchAll(/"redirects_from":"(.*?)"/gu), ([, from = '']) => from);
};

it('a search ignores accents, case and Unicode form, and finds nothing else', async () => {
  for (const from of [
    '/café',
    '/e\u0301cole',
    '/Straße',
    '/İzmir',
    '/Łódź',
    '/cafeteria',
    '/100%25',
    '/O’Brien',
    "/o'hara",
    '/שָׁלוֹם',
    '/مدرسة-أحمد',
    '/کتاب',
    '/شقة٣',
  ])
    expect((await redirect(from)).status).toBe(201);
  for (const [q, expected] of [
    ['cafe', ['/café', '/cafeteria']],
    ['CAFÉ', ['/café', '/cafeteria']],
    ['école', ['/e\u0301cole']],
    ['strasse', ['/Straße']],
    ['izmir', ['/İzmir']],
    ['lodz', ['/Łódź']],
    ['100%25', ['/100%25']],
    ["o'brien", ['/O’Brien']],
    ['O’Hara', ["/o'hara"]],
    ['obrien', ['/O’Brien']],
    ['ohara', ["/o'hara"]],
    ['שלומ', ['/שָׁלוֹם']],
    ['מ', ['/שָׁלוֹם']],
    ['مُدرسه', ['/مدرسة-أحمد']],
    ['احمد', ['/مدرسة-أحمد']],
    ['كتاب', ['/کتاب']],
    ['شقه3', ['/شقة٣']],
    ['\u200bcafe\ufeff', ['/café', '/cafeteria']],
    ['o brien', []],
    ['cafx', []],
  ] as const)
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, expected]);
});

it('a list is sorted as the device sorts it', async () => {
  const all = await found('sort=redirects_from');
  expect(all.length).toBeGreaterThan(6);
  expect(all).toEqual(all.toSorted(compareFolded));
  expect(await found('sort=-redirects_from')).toEqual(all.toReversed());
});
