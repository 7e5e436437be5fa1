import type { Defect } from './defect.ts';

const steps = 'db/drain-steps.ts';
const heads = 'db/heads.ts';
const recordHead = 'db/record-head.ts';

/** Defects of picking the next entry and marking it as sending. */
export const claimDefects: readonly Defect[] = [
  {
    name: 'claim not written',
    breaks: 'A request leaves before its entry is marked as sending.',
    file: steps,
    from: 'await putEntry(db, sending);',
    to: '',
  },
  {
    name: 'deleted before the answer',
    breaks: 'An entry leaves the outbox when it is sent.',
    file: steps,
    from: 'await putEntry(db, sending);',
    to: 'await db.outbox.delete(sending.seq);',
  },
  {
    name: 'attempt not counted',
    breaks: 'An entry that was sent counts as never sent.',
    file: 'db/entry-transitions.ts',
    from: 'attempts: entry.attempts + 1,',
    to: 'attempts: entry.attempts,',
  },
  {
    name: 'recover not called',
    breaks: 'An entry that a crashed tab was sending is never sent again.',
    file: steps,
    from: 'for (const entry of sending)',
    to: 'for (const entry of sending.slice(0, 0))',
  },
  {
    name: 'restored connection waits',
    breaks: 'A restored connection does not end the waits of our own making.',
    file: steps,
    from: "if (!hasten) return 'recovered';",
    to: "if (hasten) return 'recovered';",
  },
  {
    name: 'restored connection does not hasten',
    breaks: 'The sync machine does not hasten the drain when the connection is back.',
    file: 'machines/sync/sync.machine.ts',
    from: "'hasten'],\n        description: 'A connection that is back ends the pauses",
    to: "],\n        description: 'A connection that is back ends the pauses",
  },
  {
    name: 'an entry added while the drain starts',
    breaks: 'An entry whose transaction is behind that of the start waits for another one.',
    file: 'machines/sync/sync.machine.ts',
    from: "actions: 'setAgain',\n          description: 'An entry that is added while the drain starts goes at once too.',",
    to: '',
    // The live view of the outbox wakes the tab as well.
    test: 'machines/sync/sync.deliveries.test.ts',
  },
  {
    name: 'an old claim is not looked at again',
    breaks: 'A tab that was frozen after its claim sends, though another one has taken over.',
    file: 'machines/delivery/delivery.machine.ts',
    from: 'claimedAt !== null && isQuick(clock, claimedAt)',
    to: 'claimedAt !== null',
  },
  {
    name: 'no fence in claim',
    breaks: 'A tab whose epoch has passed claims entries.',
    file: steps,
    from: "if (!hasEpoch) return { kind: 'fenced' };",
    to: '',
    // The first claims of a drain come with its start, which checks the epoch itself.
    test: 'db/client-store.test.ts',
  },
  {
    name: 'no fence in applyResult',
    breaks: 'A tab whose epoch has passed writes its results.',
    file: 'db/drain.ts',
    from: "if (!(await isCurrent(db, entry.userId, epoch))) return 'fenced';",
    to: '',
  },
  {
    name: 'no fence in recover',
    breaks: 'A tab whose epoch has passed makes entries indeterminate that another one is sending.',
    file: steps,
    from: "if (!hasEpoch) return 'fenced';",
    to: '',
  },
  {
    name: 'epoch stands still',
    breaks: 'Two holders of the lock have the same epoch.',
    file: 'db/epochs.ts',
    from: '((await db.epochs.get(userId))?.epoch ?? now()) + 1;',
    to: '(await db.epochs.get(userId))?.epoch ?? 1;',
  },
  {
    name: 'epochs begin anew with a store',
    breaks: 'A tab that was frozen with an epoch of a store that the browser has removed is taken for the drainer of the next one.',
    file: 'db/epochs.ts',
    from: '?.epoch ?? now()) + 1;',
    to: '?.epoch ?? 0) + 1;',
    test: 'db/fence.test.ts',
  },
  {
    name: 'order within a record ignored',
    breaks: 'Two entries of one record are sent beside each other.',
    file: recordHead,
    from: "if (!isBehind && other.status !== 'conflict') return other.seq === entry.seq ? entry : null;",
    to: "if (!isBehind && other.status !== 'conflict') return entry;",
  },
  {
    name: 'delete overtakes',
    breaks: 'A delete is sent while an earlier change of its block is on its way.',
    file: recordHead,
    from: "if (!isBehind && other.status !== 'conflict') return other.seq === entry.seq ? entry : null;",
    to: "if (!isBehind && other.status !== 'conflict') return other.seq === entry.seq || entry.mutation === 'delete' ? entry : null;",
  },
  {
    name: 'two creates at once',
    breaks: 'A block is made before an earlier one of its website that waits for its next attempt.',
    file: heads,
    from: 'if (!isForAttention(entry)) return first;',
    to: '',
  },
  {
    name: 'local ids not replaced',
    breaks: 'A mutation names a record that was created on this device by its local id when it is sent.',
    file: steps,
    from: 'patched(stored, await patchWithServerIds(db, stored))',
    to: 'stored',
  },
  {
    name: 'unreadable entries block the rest',
    breaks: 'An entry that this version can not read keeps all others from being sent.',
    file: heads,
    from: 'const picked = [...creates, ...heads]',
    to: "if ((await db.outbox.where('userId').equals(userId).toArray()).some((stored) => readEntry(stored).kind === 'unreadable')) return { entries: [], nextAt: null };\n  const picked = [...creates, ...heads]",
  },
  {
    name: 'stale base counts as fresh',
    breaks: 'The tag of newer server state goes with an edit that began from an older one.',
    file: steps,
    from: 'cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null',
    to: 'cached && bound.isTagged ? cached.etag : null',
  },
  {
    name: 'conflict overtaken',
    breaks: 'A later save of the same fields is sent before one that is in conflict.',
    file: recordHead,
    from: "const isBehind = other.mutation !== 'delete' && asked.some((ahead) => waitsFor(other, ahead));",
    to: 'const isBehind = false;',
  },
  {
    name: 'asked wait not kept',
    breaks: 'A wait that the server asked for does not hold the outbox.',
    file: steps,
    from: 'now < stored.output.until ? stored.output.until : null',
    to: 'now < stored.output.at ? stored.output.until : null',
  },
  {
    name: 'blocks of others not remembered',
    breaks: 'A block that a colleague has made since counts as the one that this device makes.',
    file: steps,
    from: 'baseOnFirstClaim(entry, bound, cached)',
    to: 'entry.base',
  },
];
