import type { Defect } from './defect.ts';

const outbox = 'db/outbox.ts';
const entries = 'db/outbox-entries.ts';
const saveOrder = 'db/save-order.ts';

/** Defects of entering the outbox. */
export const enqueueDefects: readonly Defect[] = [
  {
    name: 'full disk reported as pending',
    breaks: 'A save that found no room is reported as stored on this device.',
    file: 'src/offline/submit-settings.ts',
    from: "if (result.kind === 'refused')",
    to: "if (result.kind === 'refused' && result.code === 'quota') return { kind: 'pending', reason: { kind: 'offline' } };\n      if (result.kind === 'refused')",
  },
  {
    name: 'full disk reported by the outbox as stored',
    breaks: 'The outbox answers a quota error as if the entry were stored.',
    file: outbox,
    from: 'return outboxRefused(code, message);\n    }\n  }',
    to: "return code === 'quota' ? { kind: 'enqueued', opId: deps.newId() } : outboxRefused(code, message);\n    }\n  }",
  },
  {
    name: 'written without a look',
    breaks: 'The worker writes a row whatever the store holds by then.',
    file: 'db/append-job.ts',
    from: 'JSON.stringify(records.map(',
    to: "'' && JSON.stringify(records.map(",
  },
  {
    name: 'entries not looked at',
    breaks: 'The worker writes over what other tabs have done with the entries of the record.',
    file: 'db/append-job.ts',
    from: '[epoch, cached, entries]',
    to: '[epoch, cached]',
  },
  {
    name: 'worker that found a change believed',
    breaks: 'A save that the worker did not write, since the store had changed, is reported as stored.',
    file: saveOrder,
    from: "if (result !== 'written')",
    to: "if (result === 'unknown')",
  },
  {
    name: 'worker that ended believed',
    breaks: 'A save whose worker has ended is reported as stored.',
    file: saveOrder,
    from: "if (result !== 'written')",
    to: "if (result === 'changed')",
  },
  {
    name: 'worker that ended not looked after',
    breaks: 'A save that the worker wrote before it ended is stored once more.',
    file: saveOrder,
    from: "result === 'unknown' ? rows : []",
    to: '[]',
    explained: 'The second entry joins the first, or finds its values on the server: no request changes anything.',
  },
  {
    name: 'refused entry forgotten by the worker',
    breaks: 'A save that the worker writes does not carry on the fields of a refused one.',
    file: saveOrder,
    from: 'if (replaced.length > 0) return null;',
    to: '',
  },
  {
    name: 'merged into a sending entry',
    breaks: 'A save is merged into an entry whose request is on its way.',
    file: entries,
    from: "return entry.status === 'pending' && entry.attempts === 0;",
    to: "return entry.status === 'pending' || entry.status === 'sending';",
  },
  {
    name: 'merged into an entry that was sent',
    breaks: 'An entry that was sent before changes its body under its old key.',
    file: entries,
    from: "return entry.status === 'pending' && entry.attempts === 0;",
    to: "return entry.status === 'pending';",
  },
  {
    name: 'different records merged',
    breaks: 'Saves of two categories become one entry of the later.',
    file: 'contract/resources/settings.ts',
    from: "return { entity: 'settings', scope: websiteId, id:",
    to: "if (category) return { entity: 'settings', scope: websiteId, id: websiteId };\n  return { entity: 'settings', scope: websiteId, id:",
  },
  {
    name: 'merge drops a field',
    breaks: 'The later of two merged saves of a category drops the fields of the earlier.',
    file: 'contract/resources/settings-mutation.ts',
    from: 'settings: lastOfEachKey([...earlier.body.settings, ...later.body.settings])',
    to: 'settings: lastOfEachKey([...later.body.settings])',
  },
  {
    name: 'merge keeps the earlier value',
    breaks: 'Of two saves of one field the earlier value is sent.',
    file: 'contract/resources/settings-mutation.ts',
    from: 'settings: lastOfEachKey([...earlier.body.settings, ...later.body.settings])',
    to: 'settings: lastOfEachKey([...later.body.settings, ...earlier.body.settings])',
  },
  {
    name: 'merge of block settings drops a field',
    breaks: 'A later save of a block is dropped when it is merged.',
    file: 'contract/resources/block-settings-mutation.ts',
    from: 'settings: [...new Map([...earlier.body.settings, ...later.body.settings].map((write) => [write.key, write])).values()],',
    to: 'settings: earlier.body.settings,',
  },
  {
    name: 'base of the latest edit',
    breaks: 'A merged save compares with what was stored when its last edit began.',
    file: 'contract/resources/settings-mutation.ts',
    from: 'base: { ...later.base, ...earlier.base },',
    to: 'base: { ...earlier.base, ...later.base },',
  },
  {
    name: 'earlier order kept',
    breaks: 'Of two merged orders the earlier is sent.',
    file: 'contract/resources/block-mutations.ts',
    from: 'merge: (earlier, later) => ({ body: later.body, base: earlier.base }),',
    to: 'merge: (earlier) => earlier,',
  },
  {
    name: 'confirmed writes forgotten',
    breaks: 'An edit that began before an own save was confirmed conflicts with that save.',
    file: 'db/base.ts',
    from: 'hasSeen(own, value) ? own.value : own.own];',
    to: 'hasSeen(own, value) ? value : own.own];',
  },
  {
    name: 'newer entries read as ours',
    breaks: 'An entry that a newer version wrote is sent as if this version understood it.',
    file: 'db/migrate-entry.ts',
    from: "if (typeof version === 'number' && version > recordVersion) return unreadable(stored, 'newer');",
    to: '',
  },
  {
    name: 'sign-out drops entries to keep',
    breaks: 'Sign out and keep removes the outbox.',
    file: 'db/client-store.ts',
    from: '...(keepUnsent ? [] : unsent)',
    to: '...unsent',
  },
  {
    name: 'discard at sign-out keeps the outbox',
    breaks: 'Sign out and discard leaves the outbox, which the next sign-in sends.',
    file: 'db/client-store.ts',
    from: '...(keepUnsent ? [] : unsent)',
    to: '',
  },
  {
    name: 'reported before durable',
    breaks: 'A save is reported as stored before its transaction is on the disk.',
    file: outbox,
    from: "return await db.transaction('rw', scope, work);",
    to: `return await new Promise<Result>((resolve, reject) => {
        db.transaction('rw', scope, async () => {
          const result = await work();
          resolve(result);
          return result;
        }).then(undefined, reject);
      });`,
  },
  {
    name: 'enqueued without a transaction',
    breaks: 'An entry and the writes that belong to it are made one by one.',
    file: outbox,
    from: "return await db.transaction('rw', scope, work);",
    to: 'return await work();',
  },
  {
    name: 'order forgets a new block',
    breaks: 'A block made below another is left out of the order that is to put it there.',
    file: 'src/offline/plan-block-change.ts',
    from: '(block.id === above ? [block.id, id] : [block.id])',
    to: '[block.id]',
  },
  {
    name: 'dependency on a create not written',
    breaks: 'A save does not wait for the upload of the file, or the create of the block, that it names.',
    file: 'db/file-ties.ts',
    from: 'dependingOn(entry, [...rest, ...tied]), creators)',
    to: 'dependingOn(entry, rest), creators)',
  },
  {
    name: 'wall-clock order',
    breaks: 'The entries of a record go in the order of the clock.',
    file: entries,
    from: ".equals([userId, recordKey(target)])\n    .sortBy('seq')",
    to: ".equals([userId, recordKey(target)])\n    .sortBy('createdAt')",
  },
  {
    name: 'shown in wall-clock order',
    breaks: 'The pending mutations of a homepage are applied in the order of the clock.',
    file: entries,
    from: "const stored = await db.outbox.where('userId').equals(userId).sortBy('seq');",
    to: "const stored = await db.outbox.where('userId').equals(userId).sortBy('createdAt');",
  },
  {
    name: 'a refused save is not carried on',
    breaks: 'A save behind a refused one leaves the refused fields behind.',
    file: 'db/carry-over.ts',
    from: 'if (isReplaceable(old)) [next, replaced] = [open, [...merged]];',
    to: 'if (isReplaceable(old)) [next, replaced] = [entry, [...merged]];',
  },
];
