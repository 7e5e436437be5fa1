import type { Defect } from './defect.ts';

/** Defects of what the console keeps outside its store: what waits in it, and what a page that goes can't leave to it. */
export const storeDefects: readonly Defect[] = [
  {
    name: 'loss: claimed of the same store',
    breaks: 'What waits is called lost with each change, although the store is the same.',
    file: 'db/pending-note.ts',
    from: 'before.store !== store && before.count > 0;',
    to: 'before.count > 0;',
  },
  {
    name: 'loss: nothing is noted',
    breaks: 'The browser removes the store, and nobody learns that changes waited in it.',
    file: 'db/pending-note.ts',
    from: 'put(userId, { store, count, first: first.slice(0, mostNamed),',
    to: 'put(userId, { store, count: 0, first: first.slice(0, mostNamed),',
  },
  {
    name: 'loss: what has left stays noted',
    breaks: 'A change that was sent is called lost with a store that is removed later.',
    file: 'db/pending-note.ts',
    from: 'put(userId, { ...before, count: before.count - 1,',
    to: 'put(userId, { ...before, count: before.count,',
  },
  {
    name: 'stall: called stored before it is',
    breaks: 'A save counts as stored although the store has not answered.',
    file: 'db/outbox.ts',
    from: 'const result = await saveOrder.appendAll(userId, saves, extras, (clickEpoch, written) =>',
    to: "saveOrder.appendAll(userId, saves, extras, (clickEpoch, written) => saving<Enqueued>(userId, clickEpoch, isAllFolded, (epoch) => write(saves, deps.tabs.own, extras, epoch, written)));\n      const early: Enqueued = { kind: 'enqueued', opIds: [], behind: [], epoch: 0 };\n      const result = deps.tabs.own !== '' ? early : await saveOrder.appendAll(userId, saves, extras, (clickEpoch, written) =>",
  },
  {
    name: 'stash: no save is adopted',
    breaks: 'A save of a page that went in the same moment stays in Web Storage for ever.',
    file: 'db/adopt-stashed.ts',
    from: 'for (const record of records)\n',
    to: "for (const record of records.filter(({ kind }) => kind === 'draft'))\n",
  },
  {
    name: 'stash: adopted twice',
    breaks: 'A save that the store had written before its page went is appended once more.',
    file: 'db/outbox.ts',
    from: 'return (await hasMark(db, id)) ? none : work(epoch);',
    to: 'return work(epoch);',
  },
  {
    name: 'stash: over a later save',
    breaks: 'A save that is adopted late replaces what was saved since.',
    file: 'db/outbox.ts',
    from: 'return wasOvertaken ? none : write(',
    to: 'return write(',
  },
];
