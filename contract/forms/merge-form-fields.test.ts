import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { mergeFormFields } from './merge-form-fields.ts';

/** `key=Label`; without a key a heading, and `|` a columns break. */
const field = (text: string): JsonObject => {
  if (text === '|') return { type: 'columns', key: 'columns', label: '|', content: '' };
  const [key = '', label = key] = text.split('=');
  return text.startsWith('#') ? { type: 'heading', key: 'heading', label: text, content: '' } : { type: 'text', key, label };
};
const fields = (text: string): readonly JsonObject[] => text.split(' ').map(field);
const merged = (base: string, mine: string, theirs: string, isOver = false): string | null =>
  mergeFormFields(fields(base), fields(mine), fields(theirs), isOver)
    ?.map(({ type, key, label }) =>
      type === 'heading' || type === 'columns' ? label : key === label ? key : `${String(key)}=${String(label)}`,
    )
    .join(' ') ?? null;

describe('two changes of one list of fields', () => {
  it.each([
    ['edits of two fields', 'a b', 'a=A b', 'a b=B', 'a=A b=B'],
    ['the same edit', 'a b', 'a=A b', 'a=A b', 'a=A b'],
    ['a move and an edit', 'a b c', 'c a b', 'a b=B c', 'c a b=B'],
    ['an edit and a move', 'a b c', 'a b=B c', 'c a b', 'c a b=B'],
    ['two new fields', 'a b', 'a x b', 'a b y', 'a x b y'],
    ['two new fields at one place', 'a b', 'a x b', 'a y b', 'a x y b'],
    ['a new first field and a move', 'a b', 'x a b', 'b a', 'x b a'],
    ['a delete and a new field behind it', 'a b c', 'a c', 'a b x c', 'a x c'],
    ['the same delete', 'a b', 'b', 'b', 'b'],
    ['another key and an edit of another field', 'a b', 'x=a b', 'a b=B', 'x=a b=B'],
    ['another key and a move of that field', 'a b c', 'x=a b c', 'b c a', 'b c x=a'],
    ['another text of a heading and its move', '# a b', '#x a b', 'a b #', 'a b #x'],
    ['a columns break and an edit', 'a b c', 'a | b c', 'a b=B c', 'a | b=B c'],
    ['one break less and an edit', 'a | b | c', 'a b | c', 'a | b=B | c', 'a b=B | c'],
    ['two deletes', 'a b c', 'a b', 'b c', 'b'],
    ['headings that are alike', '# a # b', '# a=A # b', '# a #x b', '# a=A #x b'],
  ])('become one: %s', (_, base, mine, theirs, both) => {
    expect(merged(base, mine, theirs)).toBe(both);
  });

  it.each([
    ['edits of the same field', 'a b', 'a=A b', 'a=Z b'],
    ['an edit of a field that is deleted', 'a b', 'b', 'a=A b'],
    ['two orders', 'a b c', 'b a c', 'a c b'],
    ['two other keys of one field', 'a b', 'x=a b', 'y=a b'],
    ['another key of a field that is deleted', 'a b', 'x=a b', 'b'],
    ['an edit of a field that has another key', 'a b', 'x=a b', 'a=A b'],
    ['a field that went elsewhere under another key, and is deleted', 'a b c', 'b c x=a', 'b c'],
    ['a field that went elsewhere under another key, and another order', 'a b c', 'b c x=a', 'b a c'],
    ['two other texts of one heading', '# a', '#x a', '#y a'],
    ['another text of a heading that is deleted', '# a', '#x a', 'a'],
    ['two columns breaks', 'a b c', 'a | b c', 'a b | c'],
    ['one columns break more, and a new field', 'a b | c', 'a | b | c', 'a b | x c'],
    ['a heading more of two that are alike, and an edit of the same one', '# a #', '# # a #x', '# a #y'],
    ['two deleted columns breaks', 'a | b | c', 'a b | c', 'a | b c'],
    ['a deleted field of two with one key, each another one', 'a=A a=B c', 'a=B c', 'a=A c'],
    ['two new fields with one key', 'a', 'a x=1', 'a x=2'],
  ])('stay apart: %s', (_, base, mine, theirs) => {
    expect(merged(base, mine, theirs)).toBe(null);
  });

  it.each([
    ['edits of the same field', 'a b', 'a=A b', 'a=Z b c', 'a=A b c'],
    ['an edit of a field that is deleted', 'a b c', 'b c', 'a=A b', 'b'],
    ['a deleted field that is edited', 'a b', 'a=A b', 'b c', 'a=A b c'],
    ['two orders', 'a b c', 'b a c', 'a c b=B', 'b=B a c'],
    ['two other keys of one field', 'a b', 'x=a b', 'y=a b c', 'x=a b c'],
  ])('become one where the first is a later change of the same person, which stands: %s', (_, base, mine, theirs, both) => {
    expect(merged(base, mine, theirs, true)).toBe(both);
  });

  it('stay apart even then where several fields are alike', () => {
    expect(merged('# a #', '# # a #x', '# a #y', true)).toBe(null);
  });
});

interface Thing {
  readonly id: number;
  readonly type: string;
  readonly key: string;
  readonly label: string;
}
type Step = readonly [name: string, take: (things: readonly Thing[]) => readonly Thing[]];

const began: readonly Thing[] = ['# one', 'a', '|', 'b', '|'].map((text, id) => {
  const type = text === '|' ? 'columns' : text === '# one' ? 'heading' : 'text';
  return { id, type, key: type === 'text' ? text : '', label: text };
});

/** Every change that a person can make with one step. */
function stepsOf(who: string): readonly Step[] {
  const changed =
    (id: number, change: Partial<Thing>): Step[1] =>
    (things) =>
      things.map((each) => (each.id === id ? { ...each, ...change } : each));
  const placed = (at: number, thing: Omit<Thing, 'id'>): Step => [
    `${thing.label} at ${at}`,
    (things) => things.toSpliced(at, 0, { ...thing, id: 100 }),
  ];
  const moved = (id: number, to: number): Step => [
    `move ${id} to ${to}`,
    (things) => {
      const without = things.filter((each) => each.id !== id);
      return without.toSpliced(to, 0, ...things.filter((each) => each.id === id));
    },
  ];
  return began.flatMap(({ id, type }, at) => [
    [`label of ${id}`, changed(id, { label: `${who} ${id}` })],
    [`key of ${id}`, changed(id, { key: who })],
    ...(type === 'text' ? [[`type of ${id}`, changed(id, { type: 'email' })] as const] : []),
    [`delete ${id}`, (things: readonly Thing[]) => things.filter((each) => each.id !== id)],
    ...began.flatMap((_, to) => (to === at ? [] : [moved(id, to)])),
    placed(at, { type: 'text', key: `new of ${who}`, label: 'New' }),
    placed(at, { type: 'columns', key: '', label: '|' }),
    placed(at, { type: 'heading', key: '', label: '# one' }),
  ]);
}

it('joins no two steps into anything but both steps', () => {
  const stored = (things: readonly Thing[]) => things.map(({ id: _, ...rest }): JsonObject => rest);
  const sorted = (list: readonly JsonObject[]) => list.map((each) => JSON.stringify(each)).toSorted();
  const joined = stepsOf('m').flatMap(([mine, takeMine]) =>
    stepsOf('t').flatMap(([theirs, takeTheirs]) => {
      const both = mergeFormFields(stored(began), stored(takeMine(began)), stored(takeTheirs(began)));
      return both === null || mine === theirs ? [] : [[`${mine}, ${theirs}`, sorted(both), sorted(stored(takeTheirs(takeMine(began))))]];
    }),
  );
  expect(joined.filter(([, both, expected]) => String(both) !== String(expected))).toEqual([]);
  expect(joined.length).toBeGreaterThan(500);
});
