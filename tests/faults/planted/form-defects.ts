import type { Defect } from './defect.ts';

const reading = 'machines/settings-screen/settings-screen.reading.ts';
const saving = 'machines/settings-screen/settings-screen.saving.ts';
const operations = 'machines/settings-screen/settings-screen.operations.ts';

/** Defects of what the charts of the forms believe, and of the identity of what they save. */
export const formDefects: readonly Defect[] = [
  {
    name: 'form: the base of an edit follows the server',
    breaks: 'A field that is being edited takes every newer value of the server as the base of the edit.',
    file: reading,
    from: 'base[key] = (isLost && isEdited ? lostBase : isEdited && both === null ? context.base[key] : next.began[key]) ?? null;',
    to: 'base[key] = next.began[key] ?? null;',
  },
  {
    name: 'form: a newer value over what is typed',
    breaks: 'A field that is being edited follows the store, and what was typed is gone.',
    file: reading,
    from: 'values[key] = isEdited ? mine : theirs;',
    to: 'values[key] = isFrozen ? mine : theirs;',
  },
  {
    name: 'form: a waiting value called saved',
    breaks: 'A form shows a field whose save waits as saved.',
    file: reading,
    from: 'pendingFields: snapshot.pendingFields,',
    to: 'pendingFields: {},',
  },
  {
    name: 'form: a mark over what the store has reported',
    breaks: 'A form calls a field pending that the store has reported as rejected, or as saved, before the answer to its save.',
    file: saving,
    from: 'if (!known?.conflict && !isReported)',
    to: 'if (!known?.conflict)',
    test: 'machines/settings-screen/settings-screen.refused.test.ts',
  },
  {
    name: 'form: the second save counts alone',
    breaks: 'The answer to the last of two saves under way is reported for both.',
    file: 'src/offline/joined-saves.ts',
    from: 'return combineSaves(parts);',
    to: 'return combineSaves(parts.slice(-1));',
  },
  {
    name: 'form: the draft keeps what is saved',
    breaks: 'A value that is in the outbox stays in the draft.',
    file: operations,
    from: 'return !secret && (key in inOutbox ? !sameJson(values[key], inOutbox[key]) : isChanged(context, key));',
    to: 'return !secret && (key in inOutbox || isChanged(context, key));',
  },
  {
    name: 'form: a save without its base',
    breaks: 'A save begins from an empty field, whatever was there.',
    file: saving,
    from: 'context.base[write.key] ?? null])',
    to: 'null])',
  },
  {
    name: 'form: created twice',
    breaks: 'A save of a new record does not wait for the one that creates it, and creates another.',
    file: 'src/features/records/wire-record-form.ts',
    from: 'awaited = creating;\n      await awaited;',
    to: 'awaited = creating;',
  },
  {
    name: 'list: the store is not followed',
    breaks: 'The list of blocks keeps its first snapshot.',
    file: 'machines/homepage/homepage.results.ts',
    from: 'return before === null || snapshot.readAt >= before.readAt;',
    to: 'return before === null;',
  },
  {
    name: 'list: a refused change stays',
    breaks: 'The list goes on to show a change that was refused.',
    file: 'machines/homepage/homepage.results.ts',
    from: 'changes: context.changes.filter((other) => other !== optimistic),',
    to: 'changes: context.changes,',
  },
  {
    name: 'list: a move is sent as it was before',
    breaks: 'A block that is moved in the list is sent in its old place.',
    file: 'machines/homepage/homepage.moving.ts',
    from: 'const order = after.map((block) => block.id);',
    to: 'const order = before.map((block) => block.id);',
  },
  {
    name: 'one record for two websites',
    breaks: 'The outbox knows a record without the website or account that it belongs to.',
    file: 'db/index-fields.ts',
    from: 'JSON.stringify([scope, id])',
    to: "JSON.stringify(['', id])",
  },
];
