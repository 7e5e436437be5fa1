import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import type { Json } from '#contract/json.ts';
import { registerResource } from '#contract/resources/bind.ts';
import type { Values } from '#contract/resources/define.ts';
import { updateBodySchema } from '#contract/resources/record-bodies.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { NewRecordMutation } from './append.ts';
import { conflictFixture } from './testing/conflict-fixture.ts';
import { persons } from './testing/persons.ts';

/*
 * The fields of a form are a value with parts: two devices that change different ones are not in conflict. `key=Label` is one field.
 */

const { append, awaitSaveStatus, claim, collide, fail, entries, log, resolve, applyResult } = conflictFixture();

const fields = (text: string): Json =>
  text.split(' ').map((each) => {
    const [key = '', label = key] = each.split('=');
    return { type: 'text', key, label };
  });

function saveForm(values: Values, base: Values): NewRecordMutation {
  const body = { id: '7', name: 'Contact', values };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'form', mutation: 'update', body, base };
}
const saveFields = (mine: string, base: string) => saveForm({ fields: fields(mine) }, { fields: fields(base) });

const labels = (value: Json | undefined) =>
  v
    .parse(v.array(v.object({ key: v.string(), label: v.string() })), value ?? [])
    .map(({ key, label }) => (key === label ? key : `${key}=${label}`))
    .join(' ');

/** The status of each entry, what it changes, and the list of fields that it is compared with. */
const outbox = async () =>
  (await entries()).map(({ status, body, base }) => {
    const { values } = v.parse(updateBodySchema, body);
    const shown = Object.entries(values).map(([key, value]) => (key === 'fields' ? labels(value) : `${key}: ${String(value)}`));
    return `${status}: ${shown.join(', ')}${'fields' in base ? ` over ${labels(base['fields'])}` : ''}`;
  });

const applied = { kind: 'applied', answer: null, ifMatch: null, read: null } as const;

async function sent(mine: string, base: string, theirs: string): Promise<string> {
  const opId = await append(saveFields(mine, base));
  await claim(opId);
  await collide(opId, { fields: fields(theirs) });
  return opId;
}

it('sends both changes together, under a new key, with the server’s value as their base', async () => {
  const opId = await sent('a=A b', 'a b', 'a b=B');
  expect(await outbox()).toEqual(['pending: a=A b=B over a b=B']);
  expect((await entries()).map((entry) => entry.opId)).not.toContain(opId);
  expect(await log(), 'it was joined, and not replaced').toMatchObject([{ opId, outcome: 'superseded', isJoined: true }]);
});

it('sends what two people have put into a form without fields', async () => {
  const opId = await append(saveForm({ fields: fields('a') }, { fields: null }));
  await claim(opId);
  await collide(opId, { fields: fields('b') });
  expect(await outbox()).toEqual(['pending: a b over b']);
});

it('sends the other fields of the save with them: it is called saved once all of it is', async () => {
  const opId = await append(saveForm({ label: 'Mine', fields: fields('a=A b') }, { label: 'Contact', fields: fields('a b') }));
  await claim(opId);
  await collide(opId, { fields: fields('a b=B') });
  expect(await outbox()).toEqual(['pending: label: Mine, a=A b=B over a b=B']);
  const [whole] = await entries();
  expect(await log()).toMatchObject([{ opId, outcome: 'superseded', by: whole?.opId }]);
});

it('asks where both changed one field', async () => {
  await sent('a=A b', 'a b', 'a=Z b');
  expect(await outbox()).toEqual(['conflict: a=A b over a b']);
});

it('asks where somebody has restored what it was', async () => {
  await sent('a=A b', 'a b', 'a b');
  expect(await outbox()).toEqual(['conflict: a=A b over a b']);
});

it('leaves the other fields of the record in conflict', async () => {
  const opId = await append(saveForm({ label: 'Mine', fields: fields('a=A b') }, { label: null, fields: fields('a b') }));
  await claim(opId);
  await collide(opId, { label: 'Theirs', fields: fields('a b=B') });
  expect(await outbox()).toEqual(['conflict: label: Mine', 'pending: a=A b=B over a b=B']);
  await resolve(opId, { label: 'mine' });
  expect(await outbox()).toEqual(['pending: label: Mine, a=A b=B over a b=B']);
});

describe('a newer save that waited behind it', () => {
  const newer = (mine: string) => saveForm({ label: 'Mine', fields: fields(mine) }, { label: 'Contact', fields: fields('a b') });

  it.each([
    ['that can be joined by itself too', 'a=A b c', 'a b=B', 'a=A b=B c'],
    ['that only the newer one can be joined with', 'a=Z b c', 'a=Z b', 'a=Z b c'],
  ])('carries it on, and is sent whole, as it is called saved: %s', async (_, mine, theirs, both) => {
    const first = await append(saveFields('a=A b', 'a b'));
    await claim(first);
    const second = await append(newer(mine));
    await collide(first, { fields: fields(theirs) });
    expect(await outbox()).toEqual([`pending: ${mine}, label: Mine over a b`]);
    await claim(second);
    await collide(second, { fields: fields(theirs) });
    expect(await outbox()).toEqual([`pending: label: Mine, ${both} over ${theirs}`]);
    const [whole] = await entries();
    if (!whole) throw new Error('Nothing waits.');
    await claim(whole.opId);
    await applyResult(whole.opId, applied);
    expect(await Promise.all([first, second].map(awaitSaveStatus))).toEqual([{ kind: 'saved' }, { kind: 'saved' }]);
  });

  it('takes the other fields of the first save with it', async () => {
    const first = await append(saveForm({ description: 'mine', fields: fields('a=A b') }, { description: 'old', fields: fields('a b') }));
    await claim(first);
    await append(newer('a=A b c'));
    await collide(first, { fields: fields('a b=B') });
    expect(await entries()).toMatchObject([{ status: 'pending', base: { description: 'old', label: 'Contact' } }]);
  });

  it('is the value to choose where both changed one field', async () => {
    const first = await append(saveFields('a=A b', 'a b'));
    await claim(first);
    const second = await append(newer('a=AA b'));
    await collide(first, { fields: fields('a=Z b') });
    expect(await outbox()).toEqual(['conflict: a=AA b over a b', 'pending: label: Mine']);
    expect(await awaitSaveStatus(second)).toMatchObject({ kind: 'conflict', opId: first });
  });

  it('waits for no question where it changes other fields', async () => {
    const first = await append(saveFields('a=A b', 'a b'));
    await claim(first);
    await append(saveForm({ label: 'Mine' }, { label: 'Contact' }));
    await collide(first, { fields: fields('a b=B') });
    expect(await outbox()).toEqual(['pending: a=A b=B over a b=B', 'pending: label: Mine']);
  });
});

it('is joined before a newer save that has not seen it, and none behind that is moved ahead', async () => {
  registerResource({
    ...persons,
    fields: [...persons.fields, { kind: 'formFields', key: 'fields', label: 'Fields', rules: formFieldsRules }],
  });
  const ofPerson = (mutation: NewRecordMutation): NewRecordMutation => ({ ...mutation, resource: 'person' });
  const first = await append(ofPerson(saveFields('a=A b', 'a b')));
  await claim(first);
  await collide(first, { fields: fields('a b=B') });
  const [joined] = await entries();
  if (!joined) throw new Error('Nothing waits.');
  await claim(joined.opId);
  await append(ofPerson(saveFields('a=A b c', 'a b')));
  const act = { id: '7', name: '7', act: 'close', values: { open: false } };
  await append({ ...ofPerson(saveFields('a', 'a')), mutation: 'act', body: act, base: { open: true } });
  await append(ofPerson(saveForm({ name: 'Mine', fields: fields('a=A b=B d') }, { name: '7', fields: fields('a b=B') })));
  await collide(joined.opId, { fields: fields('a b=B e') });
  const [[now], behind] = [await outbox(), (await entries()).slice(1)];
  expect(now).toBe('pending: a=A b=B e over a b=B e');
  expect(behind.map(({ mutation, base }) => [mutation, ...Object.keys(base)])).toEqual([
    ['update', 'fields'],
    ['act', 'open'],
    ['update', 'name', 'fields'],
  ]);
});

it('is joined with the next save of a form that shows it', async () => {
  await sent('a=A b', 'a b', 'a b=B');
  await append(saveFields('a=A b=B c', 'a b=B'));
  expect(await outbox()).toEqual(['pending: a=A b=B c over a b=B']);
});

describe.each(['before it is sent', 'while it is sent', 'once it is applied'])(
  'a form that has not seen the colleague’s change, saved %s',
  (moment) => {
    /** What waits after it was compared with the joined value. */
    async function savedUnseen(mine: string): Promise<readonly string[]> {
      await sent('a=A b', 'a b', 'a b=B');
      const [joined] = await entries();
      if (!joined) throw new Error('Nothing waits.');
      const unseen = () => append(saveFields(mine, 'a b'));
      if (moment === 'before it is sent') await unseen();
      await claim(joined.opId);
      if (moment === 'while it is sent') await unseen();
      await applyResult(joined.opId, applied);
      if (moment === 'once it is applied') await unseen();
      const [later] = await entries();
      if (!later) throw new Error('Nothing waits.');
      expect(labels(later.base['fields'])).toBe('a=A b');
      await claim(later.opId);
      await collide(later.opId, { fields: fields('a=A b=B') });
      return outbox();
    }

    it.each([
      ['keeps it', 'a=A b c', 'a=A b=B c'],
      ['changes our own once more', 'a=AA b', 'a=AA b=B'],
      ['takes our own back', 'a b c', 'a b=B c'],
    ])('%s', async (_, mine, both) => {
      expect(await savedUnseen(mine)).toEqual([`pending: ${both} over a=A b=B`]);
    });
  },
);

it('is the base of a form that shows it, once it is applied', async () => {
  await sent('a=A b', 'a b', 'a b=B');
  const [joined] = await entries();
  if (!joined) throw new Error('Nothing waits.');
  await claim(joined.opId);
  await applyResult(joined.opId, applied);
  await append(saveFields('a b=B', 'a b=B'));
  expect(await outbox()).toEqual(['pending: a b=B over a=A b=B']);
});

it('stays the colleague’s where other fields of the record are in conflict later', async () => {
  await sent('a=A b', 'a b', 'a b=B');
  await append(saveForm({ label: 'Mine', fields: fields('a=A b=B') }, { label: null, fields: fields('a b=B') }));
  const [joined] = await entries();
  if (!joined) throw new Error('Nothing waits.');
  await claim(joined.opId);
  await collide(joined.opId, { label: 'Theirs' });
  await append(saveFields('a=A b c', 'a b'));
  expect(await outbox()).toEqual(['conflict: label: Mine', 'pending: a=A b=B over a b=B', 'pending: a=A b c over a b']);
});

it('is sent before a newer save that has not seen it, however the person decides', async () => {
  await sent('a=A b', 'a b', 'a b=B');
  const [joined] = await entries();
  if (!joined) throw new Error('Nothing waits.');
  await claim(joined.opId);
  await append(saveFields('a=A b c', 'a b'));
  await collide(joined.opId, { fields: fields('a=Z b=B') });
  expect(await outbox()).toEqual(['conflict: a=A b=B over a b=B', 'pending: a=A b c over a b']);
  await resolve(joined.opId, { fields: 'mine' });
  expect(await outbox()).toEqual(['pending: a=A b=B over a=Z b=B', 'pending: a=A b c over a b']);
});

it.each([
  ['asks where a lost attempt may have arrived, and its change is not there', 'a b=B', 'conflict: a=A b over a b'],
  ['asks nothing where it is', 'a=A b=B', 'pending: a=A b=B over a=A b=B'],
])('%s', async (_, theirs, expected) => {
  const opId = await append(saveFields('a=A b', 'a b'));
  await fail(opId);
  await claim(opId);
  await collide(opId, { fields: fields(theirs) });
  expect(await outbox()).toEqual([expected]);
});

describe('a form that shows the joined value as the server’s, after its answer was lost', () => {
  /** The joined value was applied, which this device does not know, and another save follows the read of it. */
  async function savedSeen(): Promise<string> {
    await sent('a=A b', 'a b', 'a b=B');
    const [joined] = await entries();
    if (!joined) throw new Error('Nothing waits.');
    await fail(joined.opId);
    await append(saveFields('a=A', 'a=A b=B'));
    await claim(joined.opId);
    return joined.opId;
  }

  it('is the value to choose where somebody has changed the list once more', async () => {
    await collide(await savedSeen(), { fields: fields('a=Z b=B') });
    expect(await outbox()).toEqual(['conflict: a=A over a b=B']);
  });

  it('follows it without a question: what it took away stays away', async () => {
    await applyResult(await savedSeen(), applied);
    expect(await outbox()).toEqual(['pending: a=A over a=A b=B']);
  });
});

describe.each(['before the earlier save is sent', 'while it is sent', 'once it is confirmed'])('a form that saves a list %s', (moment) => {
  /** What waits last, after one tab has saved `own`, and then another one `mine`, whose form showed these values. */
  async function savedBehind(own: string, mine: string, ...seen: readonly string[]): Promise<string | undefined> {
    const opId = await append(saveFields(own, 'a b'));
    const later = () => append({ ...saveFields(mine, 'a b'), seen: { fields: seen.map(fields) } });
    if (moment === 'before the earlier save is sent') await later();
    else await claim(opId);
    if (moment === 'while it is sent') await later();
    if (moment !== 'before the earlier save is sent') await applyResult(opId, applied);
    if (moment === 'once it is confirmed') await later();
    return (await outbox()).at(-1)?.replace(/ over .*/u, '');
  }

  it.each([
    ['what the person deleted in another tab stays deleted', 'a', 'a=A b', 'a=A'],
    ['what they added there stays', 'a b c', 'b', 'b c'],
    ['of an item that they changed in both the last save counts', 'a=A b c', 'a=AA b', 'a=AA b c'],
    ['of two orders the last one counts', 'b a c', 'b=B a', 'b=B a c'],
    ['what was typed last is kept where the item was deleted', 'b c', 'a=A b', 'a=A b c'],
  ])('has not seen the earlier one: %s', async (_, own, mine, both) => {
    expect(await savedBehind(own, mine, 'a b')).toBe(`pending: ${both}`);
  });

  it.each([
    ['shows it', ['a']],
    ['has saved it itself', ['a b', 'a']],
  ])('%s: what they put back is back', async (_, seen) => {
    expect(await savedBehind('a', 'a b', ...seen)).toBe('pending: a b');
  });
});

it.each([
  ['are joined with it', 'a b c', 'pending: a=A b=B c over a=A b=B'],
  ['are asked about where the colleague changed the same', 'a b=Mine', 'conflict: a=A b=Mine over a=A b'],
])('was shown by no form whose changes %s', async (_, mine, expected) => {
  await sent('a=A b', 'a b', 'a b=B');
  const [joined] = await entries();
  if (!joined) throw new Error('Nothing waits.');
  await claim(joined.opId);
  await applyResult(joined.opId, applied);
  const later = await append({ ...saveFields(mine, 'a b'), seen: { fields: [fields('a b')] } });
  await claim(later);
  await collide(later, { fields: fields('a=A b=B') });
  expect(await outbox()).toEqual([expected]);
});
