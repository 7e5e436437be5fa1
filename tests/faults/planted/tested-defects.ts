import type { Defect } from './defect.ts';
import { pageDefects } from './page-defects.ts';

const joined = 'src/offline/joined-saves.ts';
const parts = 'machines/save-parts.ts';
const merge = 'db/merge-entries.ts';
const replace = 'db/replace-entry.ts';
const created = 'contract/resources/created-records.ts';

const joinedTest = 'src/offline/joined-saves.test.ts';
const carriedTest = 'db/carried-on.test.ts';
const alikeTest = 'db/look-alike-creates.test.ts';
const listTest = 'src/offline/records-pages.test.ts';

/** Several saves of one form, and their one answer. */
const joinedDefects: readonly Defect[] = [
  {
    name: 'joined save answered by its own part alone',
    breaks: 'A form whose earlier save is refused says that all is saved.',
    file: joined,
    from: 'await Promise.all(inFlight.map(',
    to: 'await Promise.all(inFlight.slice(-1).map(',
    test: joinedTest,
  },
  {
    name: 'joined saves answered under the keys of the last',
    breaks: 'The result of an earlier save is reported for the fields of the later one.',
    file: joined,
    from: 'keys: [...own] })',
    to: 'keys: [...keys] })',
    test: joinedTest,
  },
  {
    name: 'refused create answers for what the next one has',
    breaks: 'A create that takes the values of a refused one along leaves them in the form and its draft, as unsaved.',
    file: 'src/features/records/wire-record-form.ts',
    from: '    answersFor(keys);\n',
    to: '',
    test: 'src/features/records/wire-record-form.test.ts',
  },
  {
    name: 'joined saves forgotten with the first answer',
    breaks: 'A form that is closed goes on waiting for a save that was begun while another one had no answer.',
    file: joined,
    from: 'if (isLast()) reset();',
    to: 'reset();',
    test: joinedTest,
  },
  {
    name: 'joined saves never forgotten',
    breaks: 'A refusal comes back with every later save of the form.',
    file: joined,
    from: 'if (isLast()) reset();',
    to: '',
    test: joinedTest,
  },
  {
    name: 'joined saves aborted by the next one',
    breaks: 'A second Save ends the wait for the first, whose refusal nobody reads.',
    file: joined,
    from: 'if (!isLast()) return;',
    to: '',
    test: joinedTest,
  },
  {
    name: 'joined save without its own signal',
    breaks: 'A form that closes does not end the wait of its saves: a refusal drops what the sync centre should show.',
    file: joined,
    from: 'submit(submission, abortion.signal, answersFor)',
    to: 'submit(submission, new AbortController().signal, answersFor)',
    test: joinedTest,
  },
  {
    name: 'secrets end the saves beside them',
    breaks: 'Secrets that are sent while a save has no answer end the wait for that.',
    file: joined,
    from: 'begin(signal);\n      return call();',
    to: 'return call();',
    test: joinedTest,
  },
  {
    name: 'save that threw ends the others',
    breaks: 'One save that throws takes the results of the others along.',
    file: joined,
    from: '.catch(() => failed)',
    to: '',
    test: joinedTest,
  },
  {
    name: 'earlier part of a key counts',
    breaks: 'A field that was refused and then saved is reported as refused.',
    file: parts,
    from: 'new Map(parts.flatMap((part)',
    to: 'new Map(parts.toReversed().flatMap((part)',
    test: 'machines/save-parts.test.ts',
  },
  {
    name: 'part that waits reported as saved',
    breaks: 'A save of which one part is on this device alone is reported as saved.',
    file: parts,
    from: 'return pending ? {',
    to: "return pending && present.every((result) => result.kind === 'pending') ? {",
    test: 'machines/save-parts.test.ts',
  },
  {
    name: 'part that is saved reported as waiting',
    breaks: 'Of two joined saves the one that the server has is called pending until the other one is sent.',
    file: parts,
    from: '...(accepted.saved.length > 0 ? { accepted } : {})',
    to: '',
    test: 'machines/save-parts.test.ts',
  },
  {
    name: 'part in conflict reported as saved',
    breaks: 'A save of which one part is in conflict is reported as saved.',
    file: parts,
    from: "if (present.some((result) => result.kind === 'conflict')) return { kind: 'conflict', accepted };",
    to: '',
    test: 'machines/save-parts.test.ts',
  },
  {
    name: 'refused part counts as accepted',
    breaks: 'A field that the server has refused is no edit any more.',
    file: parts,
    from: "result.kind === 'conflict' || result.kind === 'pending' ?",
    to: "result.kind !== 'failed' ?",
    test: 'machines/save-parts.test.ts',
  },
];

/** Records that look alike, created side by side. */
const lookAlikeDefects: readonly Defect[] = [
  {
    name: 'look-alike of a failing create sent',
    breaks: 'A create is sent while the outcome of one that looks like it is not known: nobody can tell the two records apart.',
    file: 'db/heads.ts',
    from: 'if (looks.has(look)) continue;',
    to: '',
    test: alikeTest,
  },
  {
    name: 'all records look alike',
    breaks: 'Creates that can be told apart wait for one that fails.',
    file: created,
    from: 'JSON.stringify(looksOf(withBlanks(resource.fields, body.values)))',
    to: 'JSON.stringify(resource.name)',
    test: alikeTest,
  },
  {
    name: 'second Save of a new record creates another',
    breaks: 'Two Saves of the form of a new record create two records.',
    file: 'src/features/records/wire-record-form.ts',
    from: 'awaited = creating;\n      await awaited;',
    to: 'awaited = creating;',
    test: 'src/features/records/wire-record-form.test.ts',
  },
  {
    name: 'cached look-alikes not noted',
    breaks: 'A record that the list showed before counts as the one whose create had no answer.',
    file: 'src/offline/submit-record.ts',
    from: 'base: { known: [...known] } }',
    to: 'base: { known: known.slice(known.length) } }',
    test: listTest,
  },
  {
    name: 'look-alikes of the search replace those of the list',
    breaks: 'What the list had shown is forgotten when the search before the attempt ends.',
    file: created,
    from: 'known: [...new Set([...knownIn(base), ...ids])] }',
    to: 'known: ids }',
    test: alikeTest,
  },
  {
    name: 'look-alikes created here forgotten',
    breaks: 'Of two records of this device that look alike, the answer to the first counts for the second.',
    file: 'db/patch-with-server-ids.ts',
    from: 'createdIn(',
    to: '((..._: readonly unknown[]): readonly string[] => [])(',
    test: 'db/client-store.test.ts',
  },
];

/** What an entry that another one replaces may have put on the server. */
const replacedDefects: readonly Defect[] = [
  {
    name: 'choice forgets what it may have put',
    breaks: 'Whoever chooses their own value is asked about the value that their own earlier attempt has put there.',
    file: merge,
    from: 'maybeOurs: maybeOursAfter(old), maybeApplied,',
    to: 'maybeOurs: old.maybeOurs, maybeApplied,',
    test: carriedTest,
  },
  {
    name: 'choice stays marked as perhaps applied',
    breaks: 'A chosen value that was never sent counts as one that may have been: its merge is read back as somebody else’s.',
    file: merge,
    from: 'maybeApplied, mayHaveBeenApplied: false };',
    to: 'maybeApplied };',
    test: carriedTest,
  },
  {
    name: 'choice of some fields forgets what it may have put',
    breaks: 'A field that is decided while another stays open conflicts with the value of an own attempt.',
    file: replace,
    from: 'freshEntry(deps, replacedBy(entry, left, []))',
    to: 'freshEntry(deps, { ...replacedBy(entry, left, []), maybeOurs: {} })',
    test: carriedTest,
  },
  {
    name: 'merge forgets what it may have put',
    breaks: 'A save that carries on a failing one is asked about the value of that.',
    file: merge,
    from: '{ ...withAttemptsOf(earlier, later, later), body',
    to: '{ ...withAttemptsOf(earlier, later, later), maybeOurs: later.maybeOurs, body',
    test: carriedTest,
  },
  {
    name: 'merge forgets which values went together',
    breaks: 'Somebody who restores one of two values that were saved together is overwritten.',
    file: merge,
    from: '{ ...withAttemptsOf(earlier, later, later), body',
    to: '{ ...withAttemptsOf(earlier, later, later), maybeApplied: later.maybeApplied, body',
    test: carriedTest,
  },
  {
    name: 'merge discards dependencies',
    breaks: 'A save that takes over one which names a file is sent before the file.',
    file: merge,
    from: 'dependsOn: [...new Set([...earlier.dependsOn, ...later.dependsOn])],',
    to: 'dependsOn: later.dependsOn,',
    test: carriedTest,
  },
  {
    name: 'rest of a conflict forgets what it may have put',
    breaks: 'The undisputed fields of a conflict are asked about, with the value of the own attempt.',
    file: 'db/conflict-fields.ts',
    from: 'splitOff(deps, entry, rest, maybeAppliedAfter(entry))',
    to: 'splitOff(deps, { ...entry, maybeOurs: {}, mayHaveBeenApplied: false }, rest, [])',
    test: carriedTest,
  },
  {
    name: 'conflict forgets what a newer value may have put',
    breaks: 'A newer value that goes into a conflict forgets what its own failing entries have put.',
    file: merge,
    from: 'const maybeOurs = maybeOursAfter(disputed, maybeOursAfter(later));',
    to: 'const maybeOurs = disputed.maybeOurs;',
    test: carriedTest,
  },
  {
    name: 'partly overwritten entry forgets what it may have put',
    breaks: 'An act between two edits makes the second forget what the first may have put of the act’s field.',
    file: 'db/carry-over.ts',
    from: 'withAttemptsOf(old, later, merged)',
    to: '{ ...withAttemptsOf(old, later, merged), maybeOurs: merged.maybeOurs }',
    test: carriedTest,
  },
  {
    name: 'joined change forgets what was ours',
    breaks: 'Of two joined changes that are joined again, what was ours before the first is forgotten.',
    file: merge,
    from: '{ ...later.joined, ...earlier.joined }',
    to: '{ ...earlier.joined, ...later.joined }',
    test: carriedTest,
  },
  {
    name: 'joined with a newer list, without its other fields',
    breaks: 'A save behind a list in conflict is called saved when its own list is joined and sent, and its other fields are not.',
    file: 'db/apply-result.ts',
    from: 'if ((await isSettledBehind(deps.db, entry, result.error.theirs ?? {})) && (await carryBehind(deps, entry))) return;',
    to: '',
    test: 'db/join-conflict.test.ts',
  },
  {
    name: 'newer value moved ahead of one that stays behind a conflict',
    breaks: 'An older value of a field is sent after a newer one that was moved into a conflict.',
    file: 'db/fold-into-conflict.ts',
    from: 'if (!folded && waitsFor(later, disputed)) return disputed;',
    to: '',
    test: 'db/join-conflict.test.ts',
  },
  {
    name: 'list of a form that is behind saved as it is',
    breaks: 'A save of a list takes back what another tab has saved in it, and its form has not shown yet.',
    file: 'db/append.ts',
    from: '= joinedWithUnseen(save, typed, bound, cached, entries);',
    to: '= typed;',
    test: 'db/join-conflict.test.ts',
  },
  {
    name: 'list that a form shows joined once more',
    breaks: 'What a person puts back into a list that their form shows does not come back.',
    file: 'db/join-unseen.ts',
    from: 'seen.some((one) => bound.isSame(field, one, own.value))',
    to: 'false',
    test: 'db/join-conflict.test.ts',
  },
  {
    name: 'joined value that a form shows not known',
    breaks: 'A save of a form that shows a joined value counts as one that has not seen it, where its answer was lost.',
    file: 'db/base.ts',
    from: 'return !bound?.isSame(field, began, bound.values[field] ?? null);',
    to: 'return bound !== null;',
    test: 'db/join-conflict.test.ts',
  },
];

/** A choice in a conflict that the store refuses. */
const choiceDefects: readonly Defect[] = [
  {
    name: 'refused choice reported as kept',
    breaks: 'A choice that the device could not store is reported as kept.',
    file: 'src/offline/resolve-conflicts.ts',
    from: "if (result.kind === 'refused' && result.code !== 'gone') throw new Error(result.code);",
    to: '',
    test: 'src/offline/resolve-conflicts.test.ts',
  },
  {
    name: 'choice of another tab reported as a failure',
    breaks: 'Whoever chooses what another tab has chosen already reads that the choice could not be kept.',
    file: 'src/offline/resolve-conflicts.ts',
    from: "result.kind === 'refused' && result.code !== 'gone'",
    to: "result.kind === 'refused'",
    test: 'src/offline/resolve-conflicts.test.ts',
  },
  {
    name: 'choices behind a refused one made all the same',
    breaks: 'After a choice that could not be stored the others are stored, and the form says that none was.',
    file: 'src/offline/resolve-conflicts.ts',
    from: 'const result = await outbox.resolve(opId, choices);',
    to: "const result = (await Promise.all(decided.map((one) => outbox.resolve(one.opId, one.choices))))[decided.findIndex((one) => one.opId === opId)] ?? { kind: 'dequeued', opIds: [] };",
    test: 'src/offline/resolve-conflicts.test.ts',
  },
  {
    name: 'refused choice kept as chosen',
    breaks: 'A form whose choice could not be stored shows it as made.',
    file: 'machines/settings-screen/settings-screen.machine.ts',
    from: "'clearChoices',\n            {\n              type: 'showToast',\n              params: { toast: { type: 'error', title: 'Error', content: 'Your choice could not be kept. Choose again.' } },\n            },",
    to: "'recordAdopted',",
    test: 'machines/settings-screen/settings-screen.conflict.test.ts',
  },
  {
    name: 'choice of a conflict that is decided taken',
    breaks: 'A choice for a field that another tab has decided meanwhile drops the whole change.',
    file: 'db/outbox.ts',
    from: "if (entry.lastError.theirs && !named) return outboxRefused('gone');",
    to: '',
    test: 'db/conflicts.test.ts',
  },
];

/** Defects that schedules do not reach, or only in thousands: each names the unit tests that fail with it. */
export const testedDefects: readonly Defect[] = [
  ...joinedDefects,
  ...lookAlikeDefects,
  ...replacedDefects,
  ...choiceDefects,
  ...pageDefects,
];
