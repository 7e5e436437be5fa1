import type { Defect } from './defect.ts';

const classify = 'machines/delivery/classify.ts';
const results = 'db/apply-result.ts';
const transitions = 'db/entry-transitions.ts';

/** Defects that treat an indeterminate mutation as one that was never applied. */
export const indeterminateDefects: readonly Defect[] = [
  {
    name: 'gateway page counts as not sent',
    breaks: 'a page in the API’s place may stand behind an effect',
    file: classify,
    from: "    case 'foreign':\n    case 'noAnswer':",
    to: "    case 'foreign':\n      return { kind: 'notApplied', waitMs: null, error: errorOf(problem) };\n    case 'noAnswer':",
  },
  {
    name: 'trouble of the API counts as not sent',
    breaks: 'a 500 may come after the effect',
    file: classify,
    from: "status >= 500) return { kind: 'indeterminate', error };",
    to: "status >= 500) return { kind: 'notApplied', waitMs: null, error };",
  },
  {
    name: 'no answer counts as not sent',
    breaks: 'an answer can be lost behind its effect',
    file: classify,
    from: "    case 'noAnswer':\n    case 'aborted':\n      return { kind: 'indeterminate', error: errorOf(problem) };",
    to: "    case 'noAnswer':\n    case 'aborted':\n      return { kind: 'notApplied', waitMs: null, error: errorOf(problem) };",
  },
  {
    name: 'indeterminate state not written',
    breaks: 'an indeterminate entry is sent again only after a preflight read',
    file: transitions,
    from: '{ ...interrupted(entry), troubles',
    to: '{ ...interrupted(entry), mayHaveBeenApplied: entry.mayHaveBeenApplied, troubles',
  },
  {
    name: 'a dead tab’s entry counts as never sent',
    breaks: 'a request that a tab was sending when it died may have arrived',
    file: 'db/drain-steps.ts',
    from: 'putEntry(db, interrupted(entry))',
    to: "putEntry(db, { ...entry, status: 'pending', nextAttemptAt: null })",
  },
  {
    name: 'a new key on Retry',
    breaks: 'Retry goes under the key of the first attempt',
    file: transitions,
    from: 'return { ...entry, status: statusBefore(entry), troubles: 0,',
    to: 'return { ...entry, opId: entry.opId.concat("-again"), mayHaveBeenApplied: false, status: statusBefore(entry), troubles: 0,',
  },
  {
    name: 'delete cancels an indeterminate create',
    breaks: 'a block that may be there is deleted there too',
    file: 'db/outbox-entries.ts',
    from: "(entry.status === 'rejected' && !entry.mayHaveBeenApplied)",
    to: "entry.status === 'rejected' || entry.status === 'indeterminate'",
  },
  {
    name: 'no check of the fence before a send',
    breaks: 'a tab that stood still sends nothing that another one has sent',
    file: 'machines/delivery/delivery.machine.ts',
    from: 'return isJustClaimed || (await mayLeave())',
    to: 'return isJustClaimed || (await mayLeave()) || epoch > 0',
  },
  {
    name: 'null taken as absent',
    breaks: 'a save behind the clearing of its field begins from nothing',
    file: 'db/base.ts',
    from: 'values[key] === undefined ? value : values[key]',
    to: 'values[key] ?? value',
  },
  {
    name: 'asked about one’s own values',
    breaks: 'a value that an earlier save may have written is no other person’s',
    file: 'contract/resources/compare-fields.ts',
    from: '&& !isOurs(field.key, field.theirs),',
    to: '&& (!isOurs(field.key, field.theirs) || open.length > 0),',
  },
  {
    name: 'cache of a wiped user written',
    breaks: 'a read that ends after a sign-out keeps nothing',
    file: 'db/cache.ts',
    from: '          if (!(await isDataCurrent(db, userId, entry.epoch))) return false;\n',
    to: '',
  },
  {
    name: 'an asked wait holds one entry alone',
    breaks: 'a 429 is for every call',
    file: 'db/drain.ts',
    from: "if (result.kind === 'notApplied' && result.holdsOutbox && result.at !== null) await hold",
    to: "if (result.kind === 'notApplied' && result.holdsOutbox && result.at === 0) await hold",
  },
  {
    name: 'Retry forgets the indeterminate state',
    breaks: 'an indeterminate create is sent again only after a preflight read',
    file: transitions,
    from: 'return { ...entry, status: statusBefore(entry), troubles: 0,',
    to: 'return { ...entry, mayHaveBeenApplied: false, status: statusBefore(entry), troubles: 0,',
  },
  {
    name: 'failed preflight read forgets the indeterminate state',
    breaks: 'an indeterminate entry whose preflight read fails counts as never sent',
    file: results,
    from: 'notApplied(entry, result.error, result.at, isTrouble)',
    to: 'notApplied({ ...entry, mayHaveBeenApplied: false }, result.error, result.at, isTrouble)',
  },
  {
    name: 'a refusal forgets the indeterminate state',
    breaks: 'an entry that may have been applied, and whose next attempt is refused, counts as never applied',
    file: results,
    from: 'applyRejected(deps, refused(entry, result.error))',
    to: 'applyRejected(deps, refused({ ...entry, mayHaveBeenApplied: false }, result.error))',
  },
  {
    name: 'a part that is done is forgotten',
    breaks: 'an order that was cut off in its middle counts as never sent',
    file: results,
    from: "'isPartial' in result && result.isPartial ? maybeApplied(sent) : sent",
    to: 'sent',
  },
  {
    name: 'indeterminate values forgotten by a newer entry',
    breaks: 'a value that a change in conflict may have written is no other person’s',
    file: 'db/merge-entries.ts',
    from: 'const maybeOurs = maybeOursAfter(disputed, maybeOursAfter(later));',
    to: 'const maybeOurs = maybeOursAfter(later);',
  },
];
