import type { Defect } from './defect.ts';

const mutations = 'contract/resources/record-mutations.ts';
const records = 'db/records.ts';

/** Defects of plain records, whatever their resource. */
export const recordDefects: readonly Defect[] = [
  {
    name: 'record whose answer was lost never found',
    breaks: 'A create whose answer was lost is sent again without being found.',
    file: 'contract/resources/created-records.ts',
    from: 'if (find(found, create)) return',
    to: 'if (find(found, create) && create.base.known === null) return',
  },
  {
    name: 'record that can not be looked up created again',
    breaks: 'A create that may have been applied, and can not be searched for, is sent again without a question.',
    file: 'contract/resources/created-records.ts',
    from: "? 'send' : 'unknown' };",
    to: "? 'send' : 'send' };",
  },
  {
    name: 'record that is gone counted as a failure',
    breaks: 'A delete whose record is not there any more is tried for good.',
    file: 'machines/delivery/classify.ts',
    from: "return meaning.kind === 'applied' && !isOfRecord ?",
    to: "return meaning.kind === 'applied' && (isOfRecord || !isOfRecord) ?",
  },
  {
    name: 'edit of a record that is gone reported as saved',
    breaks: 'A change of a record that a colleague has deleted is reported as saved.',
    file: 'machines/delivery/classify.ts',
    from: ": { kind: 'conflict', error: { ...error, code: 'gone' } };",
    to: ": { kind: 'applied' };",
  },
  {
    name: 'act sent twice',
    breaks: 'An act whose answer was lost is sent again without a preflight read.',
    file: 'machines/delivery/delivery.operations.ts',
    from: "case 'done':\n      return { kind: 'applied', answer: null,",
    to: "case 'done':\n      if (context.entry.mutation === 'act') return null;\n      return { kind: 'applied', answer: null,",
  },
  {
    name: 'amended create sent with its old body',
    breaks: 'An edit of a record that was never sent is taken, and left out of its create.',
    file: mutations,
    from: 'const merged = { ...body.values, ...update.output.values };',
    to: 'const merged = body.values;',
  },
  {
    name: 'refused edit takes its create along',
    breaks: 'An edit of all fields of a record that was never made is refused, and its create leaves the outbox.',
    file: 'src/offline/outbox-submission.ts',
    from: 'if (entry.mutation !== mutation) return;',
    to: '',
    // One schedule in some 15,000 refuses a create, and then an edit of all of it in a form that is open.
    test: 'src/offline/records-source.device.test.ts',
  },
  {
    name: 'edit behind a create compared with what its form showed',
    breaks: 'An edit that began before its record was created, and is sent behind that, conflicts with its own create.',
    file: 'db/apply-created.ts',
    from: 'retargeted(entry, serverId, baseBehind(entry.base, values))',
    to: 'retargeted(entry, serverId, entry.base)',
    // One schedule in some 30,000 keeps a form open for so long.
    test: 'db/client-store.test.ts',
  },
  {
    name: 'record compared as it was typed',
    breaks: 'What the server stores differently looks like somebody else’s change.',
    file: 'contract/resources/define.ts',
    from: 'resource.normalise[key]?.(value ?? null) ?? value ?? null;',
    to: 'value ?? null;',
  },
  {
    name: 'late page over a newer save',
    breaks: 'A list that was asked for before a record was saved replaces it in the cache.',
    file: records,
    from: 'if (before && before.revision !== answer.revisions.get(key)) return [];',
    to: '',
  },
  {
    name: 'local id of a record not replaced',
    breaks: 'An edit of a record that was created on this device goes to the id that it had here.',
    file: mutations,
    from: 'body: { ...body, id: ids.get(body.id) ?? body.id, values: withServerIds(body.values, ids) },',
    to: 'body: { ...body, values: withServerIds(body.values, ids) },',
  },
  {
    name: 'reference not rewritten',
    breaks: 'A record that names another one is sent with the id that this has on the device.',
    file: 'contract/resources/named-records.ts',
    from: 'if (canName(key)) return serverIdOf(value, ids);',
    to: 'if (canName(key)) return value;',
  },
  {
    name: 'reference not waited for',
    breaks: 'A record that names another one is sent before that is created.',
    file: 'contract/resources/named-records.ts',
    from: 'if (canName(key)) return [[key, value]];',
    to: 'if (canName(key)) return [];',
  },
  {
    name: 'records of another user shown',
    breaks: 'A list shows what another user of this device has cached.',
    file: records,
    from: '(await ofScope.toArray()).filter(',
    to: '(await db.resources.toArray()).filter(',
  },
  {
    name: 'late answer taken whole',
    breaks: 'What a colleague has changed since a save was sent is put back in the cache by its late answer.',
    file: mutations,
    from: 'if (answered && isNewest) return toJson(answered);',
    to: 'if (answered && (isNewest || !isNewest)) return toJson(answered);',
  },
  {
    name: 'created record put over a newer one',
    breaks: 'The late answer to a create puts back what a list has brought of the record since.',
    file: 'db/apply-created.ts',
    from: 'if (known) await deps.db.resources.put(',
    to: 'if (known && deps === null) await deps.db.resources.put(',
  },
  {
    name: 'merge of record edits drops a field',
    breaks: 'Of two merged edits of a record the fields of the earlier are dropped.',
    file: mutations,
    from: 'const merged = { ...earlier.body.values, ...later.body.values };',
    to: 'const merged = later.body.values;',
  },
  {
    name: 'confirmed writes of a record forgotten',
    breaks: 'An edit of a record that began before an own save was confirmed conflicts with that save.',
    file: 'db/confirmed-writes.ts',
    from: 'if (isJsonObject(data)) return new Map(Object.entries(data));',
    to: '',
  },
  {
    name: 'twin taken for the other',
    breaks: 'Of two records that look alike the one that is known already is taken for the one whose answer was lost.',
    file: 'contract/resources/created-records.ts',
    from: '.findLast(({ id }) => !knownIn(base).includes(id))',
    to: '.findLast(({ id }) => knownIn(base).length <= 1_000 || !knownIn(base).includes(id))',
  },
  {
    name: 'pending create of a record not shown',
    breaks: 'A record that only this device has is not in its list.',
    file: 'db/records-overlay.ts',
    from: 'created: created.toReversed().map(applied) };',
    to: "created: created.filter(({ pending }) => pending?.status !== 'pending') };",
  },
  {
    name: 'choice of a record keeps its base',
    breaks: 'Whoever has decided for their own value of a record is asked again.',
    file: mutations,
    from: 'base: kept.base };',
    to: 'base };',
  },
];
