import type { Defect } from './defect.ts';

const drain = 'db/drain.ts';
const heads = 'db/heads.ts';

/** Choosing what is sent, and marking it. */
export const claimDefects: readonly Defect[] = [
  {
    name: 'claim not written',
    breaks: 'A request leaves before its entry is marked as sending.',
    file: drain,
    from: 'await putRow(db, claimed);',
    to: '',
  },
  {
    name: 'deleted before the answer',
    breaks: 'An entry leaves the outbox when it is sent.',
    file: drain,
    from: 'await putRow(db, claimed);',
    to: 'await db.outbox.delete(claimed.seq);',
  },
  {
    name: 'attempt not counted',
    breaks: 'An entry that was sent counts as never sent.',
    file: drain,
    from: 'attempts: row.attempts + 1,',
    to: 'attempts: row.attempts,',
  },
  {
    name: 'recover not called',
    breaks: 'What a crashed tab was sending is never looked at again.',
    file: 'machines/sync/sync.actors.ts',
    from: 'outbox.recover(input.userId, input.epoch, input.hasten, input.inFlight),',
    to: "Promise.resolve(input.epoch > 0 ? 'recovered' : 'fenced'),",
  },
  {
    name: 'restored connection waits',
    breaks: 'A restored connection does not end the waits of our own making.',
    file: drain,
    from: "if (!hasten) return 'recovered';",
    to: "if (hasten) return 'recovered';",
  },
  {
    name: 'restored connection does not hurry',
    breaks: 'The sync machine forgets to hurry when the connection is back.',
    file: 'machines/sync/sync.machine.ts',
    from: "online: event.online }) }, 'hurry'],",
    to: 'online: event.online }) }],',
  },
  {
    name: 'no fence in claim',
    breaks: 'A tab whose epoch has passed claims entries.',
    file: drain,
    from: "if (!(await isCurrent(db, stored.userId, epoch))) return { kind: 'fenced' };",
    to: '',
  },
  {
    name: 'no fence in settle',
    breaks: 'A tab whose epoch has passed writes its results.',
    file: drain,
    from: "if (!(await isCurrent(db, row.userId, epoch))) return 'fenced';",
    to: '',
  },
  {
    name: 'no fence in recover',
    breaks: 'A tab whose epoch has passed makes entries indeterminate that another one is sending.',
    file: drain,
    from: "if (!(await isCurrent(db, userId, epoch))) return 'fenced';",
    to: '',
  },
  {
    name: 'epoch stands still',
    breaks: 'Two holders of the lock have the same epoch.',
    file: 'db/fence.ts',
    from: '((await db.epochs.get(userId))?.epoch ?? 0) + 1;',
    to: '(await db.epochs.get(userId))?.epoch ?? 1;',
  },
  {
    name: 'order within a record ignored',
    breaks: 'Two entries of one record are sent beside each other.',
    file: heads,
    from: "if (!isBehind && other.status !== 'conflict') return other.seq === row.seq ? row : null;",
    to: "if (!isBehind && other.status !== 'conflict') return row;",
  },
  {
    name: 'delete overtakes',
    breaks: 'A delete is sent while an earlier change of its block is on its way.',
    file: heads,
    from: "if (!isBehind && other.status !== 'conflict') return other.seq === row.seq ? row : null;",
    to: "if (!isBehind && other.status !== 'conflict') return other.seq === row.seq || row.command === 'blocks.delete' ? row : null;",
  },
  {
    name: 'two creates at once',
    breaks: 'A block is made before an earlier one of its website that waits for its next attempt.',
    file: heads,
    from: 'if (!isForAttention(row)) return first;',
    to: '',
  },
  {
    name: 'local ids not replaced',
    breaks: 'What was made on this device is named by its local id when it is sent.',
    file: drain,
    from: '{ ...stored, ...bind(stored)?.withAliases(await aliasesOf(db, stored.userId)) }',
    to: '{ ...stored }',
  },
  {
    name: 'unreadable entries block the rest',
    breaks: 'An entry that this version can not read keeps all others from being sent.',
    file: heads,
    from: 'return [...making, ...due, ...setBack]',
    to: "if ((await db.outbox.where('userId').equals(userId).toArray()).some((stored) => readRow(stored).kind === 'unreadable')) return [];\n  return [...making, ...due, ...setBack]",
  },
  {
    name: 'stale base counts as fresh',
    breaks: 'The tag of newer server state goes with an edit that began from an older one.',
    file: drain,
    from: 'cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null',
    to: 'cached && bound.isTagged ? cached.etag : null',
  },
  {
    name: 'conflict overtaken',
    breaks: 'A later save of the same fields is sent past one that a person is asked about.',
    file: heads,
    from: "const isBehind = other.command !== 'blocks.delete' && asked.some((ahead) => waitsFor(other, ahead));",
    to: 'const isBehind = false;',
  },
  {
    name: 'asked wait not kept',
    breaks: 'A wait that the server asked for does not hold the outbox.',
    file: 'db/hold.ts',
    from: 'now < stored.output.until ? stored.output.until : null',
    to: 'now < stored.output.at ? stored.output.until : null',
  },
];
