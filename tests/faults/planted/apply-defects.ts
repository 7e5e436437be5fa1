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
];
