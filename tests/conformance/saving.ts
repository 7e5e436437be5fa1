import * as v from 'valibot';
import { currentUser } from '#contract/calls/authentication.ts';
import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import { fullName } from '#contract/entities/user.ts';
import { sameJson } from '#contract/json.ts';
import type { Checked } from './checked.ts';
import { type Answer, dataOf, refusalProblem, successProblem, tagOf } from './target.ts';

const refusedAtKey = v.object({ error: v.object({ fields: v.object({ fb_link: v.string() }) }) });

/** Saves one setting of one website, and restores it. */
export async function savingChecks({ send, token, websiteId, found }: Checked): Promise<void> {
  const params = { websiteId };
  const read = () => send(listSettings, { token, params: { websiteId, selector: 'social' } });
  const setting = async () => dataOf(await read(), listSettings.answer).find(({ key }) => key === 'fb_link');
  const stored = async (): Promise<WireValue> => (await setting())?.value ?? null;
  const save = (value: WireValue, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const body = { data: { settings: [{ key: 'fb_link', value, category: 'social', type: null }] } };
    return send(updateSettings, { token, params, body, headers: { 'idempotency-key': crypto.randomUUID(), ...headers } });
  };
  const link = (name: string): WireValue => [`https://www.facebook.com/conformance-${name}`];
  const before = await stored();
  const others = JSON.stringify(dataOf(await read(), listSettings.answer).filter((setting) => setting.key !== 'fb_link'));
  try {
    found('a save answers its shape', successProblem(updateSettings, await save(link('one'))));
    found('what was saved is read again', sameJson(await stored(), link('one')) ? null : 'another value came back');
    const user = dataOf(await send(currentUser, { token }), currentUser.answer);
    const writer = (await setting())?.updated_by;
    found('settings say who changed them', writer ? null : 'a conflict is then shown without a name', 'note');
    if (writer)
      found(
        'settings name a user as GET /user does',
        writer === fullName(user) ? null : 'the conflict screen does not know that the other change is one’s own',
        'note',
      );
    const after = JSON.stringify(dataOf(await read(), listSettings.answer).filter((setting) => setting.key !== 'fb_link'));
    found('settings not named stay as they were', after === others ? null : 'others changed too');

    const key = { 'idempotency-key': crypto.randomUUID() };
    await save(link('two'), key);
    await save(link('three'));
    await save(link('two'), key);
    const once = sameJson(await stored(), link('three'));
    found(
      'a repeated Idempotency-Key has no second effect',
      once ? null : 'the key is ignored: an unknown outcome is looked up before it is sent again',
      'note',
    );
    if (once) found('a key with another body is refused', refusalProblem(await save(link('four'), key), [409, 422]), 'note');

    // An API that does not validate values accepts this one; the next step restores it.
    const refused = await save(['javascript:alert(1)']);
    found('a bad value is refused', refusalProblem(refused, [400, 422]), 'note');
    const fields = v.safeParse(refusedAtKey, refused.json);
    found('a bad value is refused at its key', fields.success ? null : 'the message is shown in a toast, not at the field', 'note');

    await matchChecks({ read, save, link, found });
  } finally {
    await save(before);
  }
  found('the setting is as it was before', sameJson(await stored(), before) ? null : 'it could not be put back');
}

interface Matching {
  readonly read: () => Promise<Answer>;
  readonly save: (value: WireValue, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly link: (name: string) => WireValue;
  readonly found: Checked['found'];
}

async function matchChecks({ read, save, link, found }: Matching): Promise<void> {
  const etag = tagOf(await read());
  if (etag === null)
    return found(
      'If-Match is honoured',
      'settings have no strong ETag: a save of somebody else is noticed by a read before each save',
      'note',
    );
  const fits = await save(link('five'), { 'if-match': etag });
  found('a save with the current tag goes through', successProblem(updateSettings, fits));
  const stale = await save(link('six'), { 'if-match': etag });
  found(
    'If-Match is honoured',
    stale.status < 300 ? 'an old tag went through' : refusalProblem(stale, [412]),
    stale.status < 300 ? 'note' : undefined,
  );
}
