import type { Defect } from './defect.ts';

const results = 'db/apply-result.ts';
const created = 'db/apply-created.ts';
const transitions = 'db/entry-transitions.ts';
const cache = 'db/cache.ts';

/** Defects of applyResult and the cache. */
export const applyDefects: readonly Defect[] = [
  {
    name: 'logged and not deleted',
    breaks: 'The log says that an entry left, and the entry stays.',
    file: 'db/outbox-writes.ts',
    from: 'db.outbox.delete(entry.seq),',
    to: '',
  },
  {
    name: 'deleted and not logged',
    breaks: 'An entry leaves without a line in the log.',
    file: 'db/outbox-writes.ts',
    from: 'db.log.add({\n      opId: entry.opId,',
    to: '((..._: readonly unknown[]) => Promise.resolve(0))({\n      opId: entry.opId,',
  },
  {
    name: 'dependents not carried over',
    breaks: 'Dependencies on a superseded entry are not moved to the entry that supersedes it.',
    file: 'db/outbox-writes.ts',
    from: '(each !== opId ? each : (by ?? []))',
    to: '(each !== opId ? each : [])',
    // Of what others wait for, only a rejected create is replaced, and no record of the schedules names another.
    test: 'db/client-store.test.ts',
  },
  {
    name: 'ids not written',
    breaks: 'The server’s id of a record that was created on this device is not stored.',
    file: created,
    from: 'await deps.db.idMap.put(collection === null ? row : { ...row, collection });',
    to: '',
  },
  {
    name: 'later entries not retargeted',
    breaks: 'Entries that wait for a new block count as entries of another record than those saved after it.',
    file: created,
    from: 'await retarget(deps, entry, localId, created);',
    to: '',
  },
  {
    name: 'later entries keep their base',
    breaks: 'An entry behind a confirmed one conflicts with that.',
    file: results,
    from: 'rebased(other, baseBehindConfirmed(entry, other, confirmed))',
    to: 'rebased(other, other.base)',
  },
  {
    name: 'cache written over a newer revision',
    breaks: 'A read from before a save was confirmed replaces the saved value in the cache.',
    file: cache,
    from: 'if (entry.expectedRevision !== undefined && entry.expectedRevision !== revision) return false;',
    to: '',
  },
  {
    name: 'preflight read written over a newer revision',
    breaks: 'A preflight read removes values that another delivery has written to the cache since.',
    file: results,
    from: 'return read !== null && cached !== undefined && cached.revision !== read.expectedRevision;',
    to: 'return read !== null && cached === undefined;',
  },
  {
    name: 'answer of an order taken whole',
    breaks: 'The list that answers an order replaces fields that other changes have written since.',
    file: 'contract/resources/block-mutations.ts',
    from: 'applyToCache(cached, { order }) {',
    to: 'applyToCache(cached, { order }, answer) {\n    if (answer) return answer.data;',
  },
  {
    name: 'assumed place counts as read',
    breaks: 'An order that began from the place where a new block was assumed to be is in conflict with the place that the server gave it.',
    file: 'contract/resources/blocks.ts',
    from: 'filter(({ isPlaceUnread }) => !isPlaceUnread)',
    to: 'filter(() => true)',
    // One schedule in some 100,000 creates a block while an order is sent block by block.
    test: 'contract/resources/block-mutations.test.ts',
  },
  {
    name: 'superseded reported as saved',
    breaks: 'A save that another entry carries on is reported as saved.',
    file: 'db/save-status.ts',
    from: "if (logged.outcome === 'superseded' && logged.by !== null) return readStatus(db, logged.by);",
    to: "if (logged.outcome === 'superseded') return { kind: 'saved' };",
  },
  {
    name: 'dropped on 401',
    breaks: 'An entry that met an expired sign-in leaves the outbox.',
    file: results,
    from: 'return putEntry(db, notApplied(entry, result.error, null, false));',
    to: "return dequeue(db, entry, 'discarded', deps.now());",
  },
  {
    name: 'rejected entry deleted',
    breaks: 'A rejected entry leaves the outbox, and nobody is asked about it.',
    file: results,
    from: 'return applyRejected(deps, refused(entry, result.error));',
    to: "return dequeue(db, entry, 'discarded', deps.now());",
  },
  {
    name: 'conflict sent again',
    breaks: 'A conflict goes back into the outbox and never reaches a person.',
    file: transitions,
    from: "status: 'conflict',",
    to: "status: 'pending',",
  },
  {
    name: 'the undisputed half is dropped',
    breaks: 'When some fields of a save are in conflict, the others are not sent.',
    file: results,
    from: 'if (split && !isWhole) await addPart(deps, entry, split.rest);',
    to: '',
  },
  {
    name: 'pending reported as saved',
    breaks: 'A save that is pending after a failed attempt is reported as saved.',
    file: 'db/save-status.ts',
    from: "return entry.lastError ? { kind: 'pending', error: entry.lastError } : readBlocker(db, entry);",
    to: "return entry.lastError ? { kind: 'saved' } : readBlocker(db, entry);",
  },
  {
    name: 'result written without a transaction',
    breaks: 'Cache, outbox and log are written one by one when an answer comes.',
    file: 'db/drain.ts',
    from: "await db.transaction(\n        'rw',",
    to: "await ((_mode: string, _tables: unknown, work: () => Promise<'written' | 'fenced'>) => work())(\n        'rw',",
  },
  {
    name: 'secrets cached',
    breaks: 'The value of a secret field in an API’s answer is stored on the device.',
    file: 'db/cache.ts',
    from: 'const data = withoutSecrets(row.data);',
    to: 'const data = withoutSecrets(row.data) === null ? null : row.data;',
  },
  {
    name: 'attempts in vain not counted',
    breaks: 'An entry whose attempts keep failing never needs attention.',
    file: transitions,
    from: 'troubles: entry.troubles + 1,',
    to: 'troubles: entry.troubles,',
  },
  {
    name: 'a choice keeps its base',
    breaks: 'Whoever has decided for their own value is asked again.',
    file: 'contract/resources/settings-mutation.ts',
    from: 'base: kept.base };',
    to: 'base };',
  },
  {
    name: 'conflict reported as pending',
    breaks: 'A save in conflict is reported as stored on the device.',
    file: 'db/save-status.ts',
    from: "if (entry.status === 'conflict') return { kind: 'conflict', opId: entry.opId, error: entry.lastError };",
    to: "if (entry.status === 'conflict') return { kind: 'pending', error: entry.lastError };",
  },
  {
    name: 'join: the other fields are sent behind it',
    breaks: 'A save is called saved when its list, which was joined with somebody else’s, is on the server, and its other fields are not.',
    file: 'db/apply-result.ts',
    from: 'await joinConflict(deps, left, split?.rest ?? null)',
    to: 'await joinConflict(deps, left, null)',
  },
];
