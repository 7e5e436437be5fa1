/**
 * What a change of the write path could break, one small mutation each. Every one of them loses, doubles or misreports a save,
 * so the simulator must fail with it. `from` stands exactly once in `file`.
 */
export interface Defect {
  readonly name: string;
  /** In plain words. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const outbox = 'db/outbox.ts';
const drain = 'db/drain.ts';
const settle = 'db/settle.ts';
const cache = 'db/cache.ts';
const entries = 'db/queue-rows.ts';
const classify = 'machines/delivery/classify.ts';
const operations = 'machines/delivery/delivery.operations.ts';
const sender = 'src/io/command-sender.ts';
const blockSenders = 'src/io/block-senders.ts';

/** Entering the outbox. */
const enqueueDefects: readonly Defect[] = [
  {
    name: 'told before durable',
    breaks: 'The screen hears that a save is kept before its transaction is on the disk.',
    file: outbox,
    from: "return await db.transaction('rw', [db.outbox, db.log, db.resources, db.files, db.aliases], work);",
    to: `return await new Promise((resolve, reject) => {
        db.transaction('rw', [db.outbox, db.log, db.resources, db.files, db.aliases], async () => {
          const result = await work();
          resolve(result);
          return result;
        }).then(undefined, reject);
      });`,
  },
  {
    name: 'full disk told as kept',
    breaks: 'A save that found no room is told as kept on this device.',
    file: 'src/app/device/submit-settings.ts',
    from: "if (result.kind === 'refused')",
    to: "if (result.kind === 'refused' && result.code === 'quota') return { kind: 'kept' };\n      if (result.kind === 'refused')",
  },
  {
    name: 'full disk told as stored',
    breaks: 'The outbox answers a quota error as if the entry were stored.',
    file: outbox,
    from: 'return refused(code, message);\n    }\n  }',
    to: "return code === 'quota' ? { kind: 'kept', opId: deps.newId() } : refused(code, message);\n    }\n  }",
  },
  {
    name: 'enqueued without a transaction',
    breaks: 'An entry and all that it implies are written one by one.',
    file: outbox,
    from: "return await db.transaction('rw', [db.outbox, db.log, db.resources, db.files, db.aliases], work);",
    to: 'return await work();',
  },
  {
    name: 'merged into a sending entry',
    breaks: 'A save is merged into an entry whose request is on its way.',
    file: entries,
    from: "return row.status === 'queued' && row.attempts === 0;",
    to: "return row.status === 'queued' || row.status === 'sending';",
  },
  {
    name: 'merged into an entry that was sent',
    breaks: 'An entry that was sent before changes its body under its old key.',
    file: entries,
    from: "return row.status === 'queued' && row.attempts === 0;",
    to: "return row.status === 'queued';",
  },
  {
    name: 'delete cancels an indeterminate create',
    breaks: 'A delete drops a create that the server may have applied.',
    file: entries,
    from: "return isOpen(row) || row.status === 'parked';",
    to: "return isOpen(row) || row.status === 'parked' || row.status === 'unknown';",
  },
  {
    name: 'different records merged',
    breaks: 'Saves of two categories become one entry of the later.',
    file: entries,
    from: 'return a.target.entity === b.target.entity && a.target.id === b.target.id;',
    to: 'return a.target.entity === b.target.entity;',
  },
  {
    name: 'merge drops a field',
    breaks: 'The later of two merged saves of a category drops the fields of the earlier.',
    file: 'db/commands/settings-save.ts',
    from: 'settings: collapse([...earlier.body.settings, ...later.body.settings])',
    to: 'settings: collapse([...later.body.settings])',
  },
  {
    name: 'merge keeps the earlier value',
    breaks: 'Of two saves of one field the earlier value is sent.',
    file: 'db/commands/settings-save.ts',
    from: 'settings: collapse([...earlier.body.settings, ...later.body.settings])',
    to: 'settings: collapse([...later.body.settings, ...earlier.body.settings])',
  },
  {
    name: 'merge of block settings drops a field',
    breaks: 'A later save of a block is dropped when it is merged.',
    file: 'db/commands/block-settings-save.ts',
    from: 'settings: [...new Map([...earlier.body.settings, ...later.body.settings].map((write) => [write.key, write])).values()],',
    to: 'settings: earlier.body.settings,',
  },
  {
    name: 'base of the latest edit',
    breaks: 'A merged save compares with what was stored when its last edit began.',
    file: 'db/commands/settings-save.ts',
    from: 'base: { ...later.base, ...earlier.base },',
    to: 'base: { ...earlier.base, ...later.base },',
  },
  {
    name: 'earlier order kept',
    breaks: 'Of two merged orders the earlier is sent.',
    file: 'db/commands/blocks-order.ts',
    from: 'merge: (earlier, later) => ({ body: later.body, base: earlier.base }),',
    to: 'merge: (earlier) => earlier,',
  },
  {
    name: 'order forgets a new block',
    breaks: 'A block made below another is left out of the order that is to put it there.',
    file: 'src/app/device/submit-block.ts',
    from: '(block.id === below ? [block.id, id] : [block.id])',
    to: '[block.id]',
  },
  {
    name: 'dependency on an upload not written',
    breaks: 'A save does not wait for the upload of the file that it names.',
    file: 'db/file-ties.ts',
    from: 'dependsOn: [...rest, ...tied] }, tiedTo)',
    to: 'dependsOn: rest }, tiedTo)',
  },
  {
    name: 'confirmed writes forgotten',
    breaks: 'An edit that began before an own save was confirmed conflicts with that save.',
    file: 'db/own-saves.ts',
    from: 'return [key, isOurs ? own.value : value];',
    to: 'return [key, value];',
  },
  {
    name: 'wall-clock order',
    breaks: 'The outbox is read in the order of the clock.',
    file: entries,
    from: "sortBy('seq')",
    to: "sortBy('createdAt')",
  },
  {
    name: 'newer entries read as ours',
    breaks: 'An entry that a newer version wrote is sent as if this version understood it.',
    file: 'db/migrate-row.ts',
    from: "if (typeof version === 'number' && version > recordVersion) return unreadable(stored, 'newer');",
    to: '',
  },
  {
    name: 'sign-out drops what is to be kept',
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
];

/** Choosing what is sent, and marking it. */
const claimDefects: readonly Defect[] = [
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
    name: 'indeterminate claimed as never sent',
    breaks: 'A crash between claim and answer counts as never sent.',
    file: drain,
    from: "before: { status: row.status === 'unknown' ? 'unknown' : 'queued', attempts: row.attempts },",
    to: "before: { status: 'queued', attempts: row.attempts },",
  },
  {
    name: 'recover sets pending',
    breaks: 'What a crashed tab was sending is sent again without a look.',
    file: drain,
    from: "await putRow(db, { ...row, status: 'unknown', nextAttemptAt: null });",
    to: "await putRow(db, { ...row, status: 'queued', nextAttemptAt: null });",
  },
  {
    name: 'recover not called',
    breaks: 'What a crashed tab was sending is never looked at again.',
    file: 'machines/sync/sync.actors.ts',
    from: 'outbox.recover(input.userId, input.epoch, input.hasten),',
    to: "Promise.resolve(input.epoch > 0 ? 'recovered' : 'fenced'),",
  },
  {
    name: 'told to wait, and hurried',
    breaks: 'A restored connection shortens a wait that the server asked for.',
    file: drain,
    from: '&& row.lastError?.code !== toldToWait)',
    to: ')',
  },
  {
    name: 'restored connection waits',
    breaks: 'A restored connection does not end the waits of our own making.',
    file: drain,
    from: 'else if (hasten && isWaiting(row)',
    to: 'else if (hasten && !isWaiting(row)',
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
    name: 'dependencies ignored',
    breaks: 'An entry is picked although what it depends on still waits.',
    file: drain,
    from: 'return !row.dependsOn.some((opId) => present.has(opId));',
    to: 'return true;',
  },
  {
    name: 'order within a record ignored',
    breaks: 'Two entries of one record are sent beside each other.',
    file: drain,
    from: 'if (seen.has(thing)) return false;',
    to: '',
  },
  {
    name: 'delete overtakes',
    breaks: 'A delete is sent while an earlier change of its block is on its way.',
    file: drain,
    from: 'if (seen.has(thing)) return false;',
    to: "if (seen.has(thing) && row.command !== 'blocks.delete') return false;",
  },
  {
    name: 'conflict overtaken',
    breaks: 'A later save of a record is sent past one that a person is asked about.',
    file: drain,
    from: "if (asked.has(thing) && row.command !== 'blocks.delete') return false;",
    to: '',
  },
  {
    name: 'two creates at once',
    breaks: 'Two blocks are made at once: nobody can tell which of two is whose.',
    file: drain,
    from: 'if (seen.has(making)) return false;',
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
    file: drain,
    from: 'return heads.filter((row) => isWaiting(row) && isDue(row)).slice(0, limit);',
    to: "if ((await readQueue(db, userId)).some(({ kind }) => kind === 'unreadable')) return [];\n      return heads.filter((row) => isWaiting(row) && isDue(row)).slice(0, limit);",
  },
  {
    name: 'stale base counts as fresh',
    breaks: 'The tag of newer server state goes with an edit that began from an older one.',
    file: drain,
    from: 'cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null',
    to: 'cached && bound.isTagged ? cached.etag : null',
  },
];

/** Sending, and judging the answer. */
const sendDefects: readonly Defect[] = [
  {
    name: 'settings sent without the key',
    breaks: 'A save of settings carries no idempotency key.',
    file: sender,
    from: 'body: { data: { settings } },\n          idempotencyKey: row.opId,',
    to: 'body: { data: { settings } },',
  },
  {
    name: 'create sent without the key',
    breaks: 'A create carries no idempotency key.',
    file: blockSenders,
    from: 'body: { key, label }, idempotencyKey: row.opId }',
    to: 'body: { key, label } }',
  },
  {
    name: 'a new key for each attempt',
    breaks: 'A create that is sent again carries another key.',
    file: blockSenders,
    from: 'body: { key, label }, idempotencyKey: row.opId }',
    to: 'body: { key, label }, idempotencyKey: [row.opId, row.attempts].join() }',
  },
  {
    name: 'no If-Match',
    breaks: 'A save of settings is sent without the tag of what it was compared with.',
    file: sender,
    from: '...(ifMatch ? { ifMatch } : {}),',
    to: '',
  },
  {
    name: 'no If-Match with an order',
    breaks: 'An order is sent without the tag of what it was compared with.',
    file: blockSenders,
    from: '...(ifMatch ? { ifMatch } : {}),',
    to: '',
  },
  {
    name: 'stale If-Match kept',
    breaks: 'After a preflight read the tag of the claim is still sent.',
    file: 'machines/delivery/delivery.machine.ts',
    from: '{ read: readAt(context, outcome), ifMatch: outcome.etag }',
    to: '{ read: readAt(context, outcome) }',
  },
  {
    name: 'no preflight read',
    breaks: 'A save that waited is sent without a look at what a colleague wrote.',
    file: operations,
    from: '(!claim.waited && claim.ifMatch !== null && claim.before.attempts === 0)',
    to: 'claim.before.attempts === 0',
  },
  {
    name: 'no read of what is indeterminate',
    breaks: 'What the server may have is sent again without a look.',
    file: operations,
    from: "|| claim.before.status !== 'queued') return false;",
    to: ') return false;',
  },
  {
    name: 'another user’s token',
    breaks: 'What one user left on the device goes out under the token of the next.',
    file: 'src/app/device/send-as-owner.ts',
    from: "if (before?.userId !== row.userId) return { kind: 'notStarted' };",
    to: "if (!before) return { kind: 'notStarted' };",
  },
  {
    name: 'empty values not sent',
    breaks: 'A field that was emptied is treated as absent.',
    file: sender,
    from: 'body: { data: { settings } },',
    to: 'body: { data: { settings: settings.filter(({ value }) => value !== null) } },',
  },
  {
    name: 'page with status 200 taken as ours',
    breaks: 'The page of a captive portal counts as applied.',
    file: classify,
    from: "return { kind: 'retry', waitMs: problem.retryAfterMs, error: errorOf(problem) };",
    to: "return problem.status < 300 ? { kind: 'done' } : { kind: 'retry', waitMs: problem.retryAfterMs, error: errorOf(problem) };",
  },
  {
    name: 'no answer counts as not sent',
    breaks: 'A request that was not answered counts as not applied.',
    file: classify,
    from: "return { kind: 'unknown', error: errorOf(problem) };\n    case 'notStarted':",
    to: "return { kind: 'retry', waitMs: null, error: errorOf(problem) };\n    case 'notStarted':",
  },
  {
    name: 'rejected for want of a sign-in',
    breaks: 'A 401 of ours rejects the entry instead of pausing the outbox.',
    file: classify,
    from: "if (status === 401) return { kind: 'expired', error };",
    to: "if (status === 401) return { kind: 'parked', error };",
  },
  {
    name: 'changed meanwhile counts as applied',
    breaks: 'A 409 or 412 counts as applied.',
    file: classify,
    from: "if (status === 409 || status === 412) return { kind: 'reread' };",
    to: "if (status === 409 || status === 412) return { kind: 'done' };",
  },
  {
    name: 'back-off of an hour',
    breaks: 'An entry waits an hour after a failed attempt.',
    file: 'machines/delivery/backoff.ts',
    from: 'return Math.round(shortestMs + random * (ceiling - shortestMs));',
    to: 'return 3_600_000;',
  },
  {
    name: 'put-off look forgets the doubt',
    breaks: 'An indeterminate entry is pending again when its preflight read fails.',
    file: classify,
    from: "return before === 'unknown' ? { kind: 'unknown', error } : { kind: 'retry', waitMs: null, error };",
    to: "return { kind: 'retry', waitMs: null, error };",
  },
  {
    name: 'conflict resolved as mine',
    breaks: 'What a colleague wrote to the same setting is overwritten without asking.',
    file: 'contract/commands/settings-save.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'block conflict resolved as mine',
    breaks: 'What a colleague wrote to the same setting of a block is overwritten without asking.',
    file: 'contract/commands/blocks.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'conflict resolved as theirs',
    breaks: 'Where a colleague wrote to the same setting, the save counts as applied.',
    file: 'contract/commands/settings-save.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'done' };",
  },
  {
    name: 'half applied counts as applied',
    breaks: 'A save of two settings counts as applied when the server has one of them.',
    file: 'contract/commands/settings-save.ts',
    from: "if (open.length === 0) return { kind: 'done' };",
    to: "if (open.length < body.settings.length) return { kind: 'done' };",
  },
  {
    name: 'lost create found in another block',
    breaks: 'A block of the same kind and name that was there before counts as the one made.',
    file: 'contract/commands/blocks.ts',
    from: ' && !known.includes(block.id)) ?? null',
    to: ') ?? null',
  },
  {
    name: 'lost create never found',
    breaks: 'A create whose answer was lost is sent again although its block is there.',
    file: 'machines/delivery/compare.ts',
    from: "return { kind: findCreated(blocks.output, body.output, row.base) ? 'done' : 'send' };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'lost upload never found',
    breaks: 'An upload whose answer was lost is sent again although its file is there.',
    file: 'machines/delivery/compare.ts',
    from: "return { kind: findUploaded(files.output, body.output, row.base, row.createdAt) ? 'done' : 'send' };",
    to: "return { kind: 'send' };",
  },
];

/** Writing down what an answer means. */
const applyDefects: readonly Defect[] = [
  {
    name: 'dropped on 401',
    breaks: 'An entry that met an expired sign-in leaves the outbox.',
    file: settle,
    from: 'return putRow(db, { ...row, status: settlement.before, nextAttemptAt: null, lastError: settlement.error });',
    to: "return leave(db, row, 'discarded', deps.now());",
  },
  {
    name: 'rejected entry deleted',
    breaks: 'What the server rejects leaves the outbox without a word.',
    file: settle,
    from: "return settleParked(deps, { ...row, status: 'parked', nextAttemptAt: null, lastError: settlement.error });",
    to: "return leave(db, row, 'discarded', deps.now());",
  },
  {
    name: 'conflict sent again',
    breaks: 'A conflict goes back into the outbox and never reaches a person.',
    file: settle,
    from: "return putRow(db, { ...row, status: 'conflict', nextAttemptAt: null, lastError: settlement.error });",
    to: "return putRow(db, { ...row, status: 'queued', nextAttemptAt: null, lastError: settlement.error });",
  },
  {
    name: 'indeterminate stored as pending',
    breaks: 'What the server may have is stored as never sent.',
    file: settle,
    from: "return putRow(db, { ...row, status: 'unknown', nextAttemptAt: settlement.at, lastError: settlement.error });",
    to: "return putRow(db, { ...row, status: 'queued', nextAttemptAt: settlement.at, lastError: settlement.error });",
  },
  {
    name: 'retry forgets the doubt',
    breaks: 'An indeterminate entry is pending again once a later attempt was told to wait.',
    file: operations,
    from: "return context.before === 'unknown' ? { ...verdict, kind: 'unknown' } : verdict;",
    to: 'return verdict;',
  },
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
    name: 'result written without a transaction',
    breaks: 'Cache, outbox and log are written one by one when an answer comes.',
    file: drain,
    from: "db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.aliases], async () => {\n        const row",
    to: '((work: () => Promise<unknown>) => work())(async () => {\n        const row',
  },
  {
    name: 'dependents not carried over',
    breaks: 'What depends on an entry that another one carries on is left behind.',
    file: 'db/leave-row.ts',
    from: 'if (by === null) return;',
    to: 'if (by === null || at >= 0) return;',
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
    name: 'pending told as saved',
    breaks: 'A save that waits after a failed attempt is told as saved.',
    file: 'db/outcome-of.ts',
    from: "return row.lastError ? { kind: 'waiting', error: row.lastError } : null;",
    to: "return row.lastError ? { kind: 'saved' } : null;",
  },
];

/** Tabs, the lock, and the charts. */
const tabDefects: readonly Defect[] = [
  {
    name: 'two leaders',
    breaks: 'Every tab drains, with no lock.',
    file: 'src/io/drain-lock.ts',
    from: 'await locks.request(name, { signal: AbortSignal.any([stopped, impatient.signal]) }, turn).catch(',
    to: 'await turn().catch(',
  },
  {
    name: 'heartbeat never looked at',
    breaks: 'A frozen tab keeps the lock for as long as it is frozen.',
    file: 'src/io/drain-lock.ts',
    from: 'if (clock.now() - movedAt >= staleMs) onStale();',
    to: 'if (clock.now() - movedAt >= Number.POSITIVE_INFINITY) onStale();',
  },
  {
    name: 'no heartbeat',
    breaks: 'A tab that drains shows no sign of life, and its lock is stolen from it.',
    file: 'db/fence.ts',
    from: 'await db.leases.update(userId, { beatAt: now() });',
    to: '',
  },
  {
    name: 'a lost lock goes on',
    breaks: 'A tab whose lock was stolen does not hear of it.',
    file: 'src/io/drain-lock.ts',
    from: "if (granted && error instanceof DOMException && error.name === 'AbortError') listener.lost();",
    to: "if (granted && error instanceof DOMException && error.name === 'AbortError') return;",
  },
  {
    name: 'a passed epoch rests for good',
    breaks: 'A tab that was fenced off never looks at the outbox again.',
    file: 'machines/sync/sync.machine.ts',
    from: "invoke: { id: 'waitAfterFence', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },\n      on: {\n        'wait.ended': { target: 'deciding' },\n        'queue.changed': { target: 'deciding' },",
    to: "invoke: { id: 'waitAfterFence', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },\n      on: {",
  },
  {
    name: 'a failed device rests for good',
    breaks: 'A tab whose device failed once never looks at the outbox again.',
    file: 'machines/sync/sync.machine.ts',
    from: "on: { 'wait.ended': { target: 'deciding' }, 'drain.requested': { target: 'deciding', actions: 'hurry' } },",
    to: "on: { 'drain.requested': { target: 'deciding', actions: 'hurry' } },",
  },
  {
    name: 'new entries not noticed at rest',
    breaks: 'A tab that has nothing to send does not hear of new entries.',
    file: 'machines/sync/sync.machine.ts',
    from: "on: { 'queue.changed': { target: 'peeking' }, 'drain.requested'",
    to: "on: { 'drain.requested'",
  },
  {
    name: 'other tabs’ entries not noticed',
    breaks: 'A tab hears only of its own entries.',
    file: 'db/watch.ts',
    from: 'queue: (userId, callback) => watch(() => readQueue(db, userId), callback),',
    to: 'queue: (userId, callback) => (readQueue(db, userId).then(callback, onFailed), () => undefined),',
  },
  {
    name: 'renewed sign-in not noticed',
    breaks: 'The outbox stays paused after the same user has signed in again.',
    file: 'machines/sync/sync.machine.ts',
    from: "target: 'deciding',\n          actions: 'forgetExpiry',",
    to: "actions: 'forgetExpiry',",
  },
  {
    name: 'due time forgotten',
    breaks: 'A tab that waits for the next attempt does not wake when that is due.',
    file: 'machines/sync/sync.machine.ts',
    from: "'wait.ended': { target: 'peeking' },\n",
    to: '',
  },
];

export const defects: readonly Defect[] = [...enqueueDefects, ...claimDefects, ...sendDefects, ...applyDefects, ...tabDefects];
