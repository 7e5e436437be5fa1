import type { Defect } from './defect.ts';

const settle = 'db/settle.ts';
const cache = 'db/cache.ts';

/** Writing down what an answer means. */
export const applyDefects: readonly Defect[] = [
  {
    name: 'logged and not deleted',
    breaks: 'The log says that an entry left, and the entry stays.',
    file: 'db/leave-row.ts',
    from: 'await db.outbox.delete(row.seq);',
    to: '',
  },
  {
    name: 'deleted and not logged',
    breaks: 'An entry leaves without a word in the log.',
    file: 'db/leave-row.ts',
    from: 'await db.log.add({ opId: row.opId, userId: row.userId, websiteId: row.websiteId, words, outcome, by, at });',
    to: '',
  },
  {
    name: 'dependents not carried over',
    breaks: 'What depends on an entry that another one carries on is left behind.',
    file: 'db/leave-row.ts',
    from: '(each !== opId ? each : (by ?? []))',
    to: '(each !== opId ? each : [])',
  },
  {
    name: 'ids not written',
    breaks: 'The server’s id of what was made on this device is not kept.',
    file: settle,
    from: 'await deps.db.aliases.put({ localId, userId: row.userId, serverId: made.serverId, createdAt: deps.now() });',
    to: '',
  },
  {
    name: 'later entries not retargeted',
    breaks: 'What waits for a new block does not count as of the same record as what is saved after it.',
    file: settle,
    from: 'await retarget(deps, row, localId, made.serverId);',
    to: '',
  },
  {
    name: 'later entries keep their base',
    breaks: 'An entry behind a confirmed one conflicts with that.',
    file: settle,
    from: 'base: rebased(other.base, learned) }',
    to: 'base: other.base }',
  },
  {
    name: 'cache written over a newer revision',
    breaks: 'What a screen read before a save was confirmed replaces it in the cache.',
    file: cache,
    from: 'if (entry.seen !== undefined && entry.seen !== revision) return false;',
    to: '',
  },
  {
    name: 'preflight read written over a newer revision',
    breaks: 'What a delivery read on its way takes out what another one has put into the cache since.',
    file: settle,
    from: 'return read !== null && cached !== undefined && cached.revision !== read.seen;',
    to: 'return read !== null && cached === undefined;',
  },
  {
    name: 'answer of an order taken whole',
    breaks: 'The list that answers an order replaces fields that other changes have written since.',
    file: 'db/commands/blocks-order.ts',
    from: 'take: (cached, { order }) => toJson(inOrder(readBlockList(cached), order)),',
    to: 'take: (cached, { order }, answer) => answer?.data ?? toJson(inOrder(readBlockList(cached), order)),',
  },
  {
    name: 'superseded told as saved',
    breaks: 'A save that another entry carries on is told as saved.',
    file: 'db/outcome-of.ts',
    from: "if (left.outcome === 'superseded' && left.by !== null) return readOutcome(db, left.by);",
    to: "if (left.outcome === 'superseded') return { kind: 'saved' };",
  },
  {
    name: 'dropped on 401',
    breaks: 'An entry that met an expired sign-in leaves the outbox.',
    file: settle,
    from: 'return putRow(db, { ...row, status, nextAttemptAt: null, lastError: result.error });',
    to: "return leave(db, row, 'discarded', deps.now());",
  },
  {
    name: 'rejected entry deleted',
    breaks: 'What the server rejects leaves the outbox without a word.',
    file: settle,
    from: "return applyRejected(deps, { ...row, status: 'parked', troubles: 0, nextAttemptAt: null, lastError: result.error });",
    to: "return leave(db, row, 'discarded', deps.now());",
  },
  {
    name: 'conflict sent again',
    breaks: 'A conflict goes back into the outbox and never reaches a person.',
    file: settle,
    from: "status: 'conflict',",
    to: "status: 'queued',",
  },
  {
    name: 'the undisputed half is dropped',
    breaks: 'Of a save with some fields in conflict the others are not sent.',
    file: settle,
    from: 'if (split) await addPart(deps, row, split.rest);',
    to: '',
  },
  {
    name: 'pending told as saved',
    breaks: 'A save that waits after a failed attempt is told as saved.',
    file: 'db/outcome-of.ts',
    from: "return row.lastError ? { kind: 'waiting', error: row.lastError } : readBlocker(db, row);",
    to: "return row.lastError ? { kind: 'saved' } : readBlocker(db, row);",
  },
  {
    name: 'result written without a transaction',
    breaks: 'Cache, outbox and log are written one by one when an answer comes.',
    file: 'db/drain.ts',
    from: "db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.aliases, db.meta], async () => {",
    to: "((work: () => Promise<'settled' | 'fenced'>) => work())(async () => {",
  },
  {
    name: 'secrets cached',
    breaks: 'What an API answers of a secret field rests on the device.',
    file: 'db/cache.ts',
    from: 'data: withoutSecrets(row.data)',
    to: 'data: row.data',
  },
];
