import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { deleteConfirmMachine, type DeleteInput, type DeleteOutput } from '../delete-confirm/delete-confirm.machine.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastContent } from '../ports.ts';
import type { RecordUses } from '../record-list/record-list.ports.ts';
import { pendingToast, joinNames } from '../save-messages.ts';
import { unknownMessage } from '../problem-messages.ts';
import type {
  AskedDelete,
  RecordsScreenContext,
  RecordsScreenEmitted,
  RecordsScreenEvent,
  RecordsScreenInput,
} from './records-screen.types.ts';
import { usesText } from './uses-text.ts';
import { withEvent } from '../with-event.ts';

const nothingAsked: AskedDelete = { rows: [], focusAfter: null };
const usesUnknown: RecordUses = { uses: [], isWhole: false };
/** How many names the question lists; the others are counted. */
const namesShown = 5;

/** The selection in a list of records, and the question before any are deleted. */
export const recordsScreenMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as RecordsScreenContext,
    events: {} as RecordsScreenEvent,
    input: {} as RecordsScreenInput,
    emitted: {} as RecordsScreenEmitted,
    children: {} as { confirmDelete: 'confirmDelete' },
  },
  actors: { confirmDelete: deleteConfirmMachine, findUses: notProvided<RecordUses, { ids: readonly string[] }>('findUses') },
  delays: { patience: 2000 },
  guards: {
    isAnyNamed: ({ context }, { rows }: Pick<AskedDelete, 'rows'>) => rows.length > 0 && (context.resource.namedBy ?? []).length > 0,
    isAny: (_, { rows }: Pick<AskedDelete, 'rows'>) => rows.length > 0,
    isDeleted: (_, { output }: { output: DeleteOutput }) => output.kind === 'deleted',
  },
  actions: {
    toggle: assign({
      selected: ({ context }, { id }: { id: string }) =>
        context.selected.includes(id) ? context.selected.filter((other) => other !== id) : [...context.selected, id],
    }),
    select: assign({ selected: (_, { ids }: { ids: readonly string[] }) => ids }),
    dropGone: assign({ selected: ({ context }, { ids }: { ids: readonly string[] }) => context.selected.filter((id) => ids.includes(id)) }),
    dropAsked: assign(({ context: { selected, asked } }) => ({
      selected: selected.filter((id) => !(asked ?? nothingAsked).rows.some((row) => row.id === id)),
    })),
    setAsked: assign((_, { rows, focusAfter }: AskedDelete) => ({ asked: { rows, focusAfter }, uses: null })),
    setUses: assign({ uses: (_, { uses }: { uses: RecordUses }) => uses }),
    emitToast: emit((_, { toast }: { toast: ToastContent }) => ({ type: 'toast' as const, toast })),
    emitDeleted: emit(({ context }) => ({ type: 'rows.deleted' as const, focusAfter: context.asked?.focusAfter ?? null })),
  },
}).createMachine({
  id: 'records-screen',
  description: 'Which rows of a list of records are selected, and the question before any are deleted.',
  meta: { testId: 'records-screen', sees: 'The list, with a box before each row.' },
  context: ({ input }) => ({ ...input, selected: [], asked: null, uses: null }),
  on: {
    'row.toggled': { actions: withEvent('toggle'), meta: { requirements: ['R721'] } },
    'rows.selected': { actions: withEvent('select'), meta: { requirements: ['R721'] } },
    'rows.shown': {
      actions: withEvent('dropGone'),
      description: 'Nothing is deleted that is not in view: what another page or search hides is selected no longer.',
      meta: { requirements: ['R721'] },
    },
  },
  initial: 'ready',
  states: {
    ready: {
      description: 'Nothing is asked.',
      meta: { testId: 'records-ready', sees: 'The list; with rows selected, the bar that deletes them.' },
      on: {
        'delete.requested': [
          {
            guard: withEvent('isAnyNamed'),
            target: 'checking',
            actions: withEvent('setAsked'),
            description: 'Before a record is deleted that others name, the dialog says so.',
            meta: { requirements: ['R722'] },
          },
          {
            guard: withEvent('isAny'),
            target: 'asking',
            actions: withEvent('setAsked'),
            meta: { requirements: ['R722'] },
          },
        ],
      },
    },
    checking: {
      description: 'It is being found out what names the records, for two seconds at most.',
      meta: { testId: 'records-checking', sees: 'The list. The dialog opens a moment later.' },
      invoke: {
        id: 'findUses',
        src: 'findUses',
        input: ({ context }) => ({ ids: (context.asked ?? nothingAsked).rows.map(({ id }) => id) }),
        onDone: {
          target: 'asking',
          actions: { type: 'setUses', params: ({ event }) => ({ uses: event.output }) },
          meta: { requirements: ['R722'] },
        },
        onError: { target: 'asking', actions: { type: 'setUses', params: { uses: usesUnknown } }, meta: { requirements: ['R722'] } },
      },
      after: {
        patience: { target: 'asking', actions: { type: 'setUses', params: { uses: usesUnknown } }, meta: { requirements: ['R722'] } },
      },
    },
    asking: {
      description: 'The question is open, or the delete is on its way.',
      meta: { testId: 'records-asking', sees: 'The dialog, with the names of the records.' },
      invoke: {
        id: 'confirmDelete',
        src: 'confirmDelete',
        input: ({ context }) => deleteInputOf(context),
        onDone: [
          {
            guard: withEvent('isDeleted'),
            target: 'ready',
            actions: [
              'dropAsked',
              { type: 'emitToast', params: ({ context, event }) => ({ toast: deletedToast(context, event.output) }) },
              'emitDeleted',
            ],
            meta: { requirements: ['R723'] },
          },
          { target: 'ready', meta: { requirements: ['R742'] } },
        ],
        onError: {
          target: 'ready',
          actions: { type: 'emitToast', params: { toast: { type: 'error', title: 'Error', content: unknownMessage } } },
          meta: { requirements: ['R725'] },
        },
      },
    },
  },
});

/** The resource's question; of several, how many, and what they are called. */
function deleteInputOf({ websiteId, resource: { labels, confirmDelete, namedBy = [] }, asked, uses }: RecordsScreenContext): DeleteInput {
  const { rows, focusAfter } = asked ?? nothingAsked;
  const [first] = rows;
  const all = rows.map(({ id, name }) => ({ id, label: name }));
  const ofRow = rows.flatMap(({ name, note }) => (note ? [rows.length === 1 ? note : `${name}: ${note}`] : []));
  const notes = [...ofRow, ...(uses ? usesText(rows, uses, namedBy) : [])];
  if (rows.length === 1 && first) {
    return {
      item: { websiteId, id: first.id, label: first.name, all },
      labels: {
        title: `Delete ${first.name}`,
        text: [confirmDelete, ...notes].join(' '),
        confirm: 'Delete',
        error: `The ${labels.one} was not deleted`,
      },
      focusAfter,
    };
  }
  const count = `${rows.length} ${labels.many}`;
  return {
    item: { websiteId, id: first?.id ?? '', label: count, all },
    labels: {
      title: `Delete ${count}`,
      text: [`Are you sure you want to delete these ${count}? ${namesOf(rows.map(({ name }) => name))}`, ...notes].join(' '),
      confirm: `Delete ${rows.length}`,
      error: `Not all ${labels.many} were deleted`,
    },
    focusAfter,
  };
}

/** "/a, /b and /c.", "/a, /b, /c, /d, /e and 3 more." */
function namesOf(names: readonly string[]): string {
  const more = names.length - namesShown;
  return `${joinNames(more > 0 ? [...names.slice(0, namesShown), `${more} more`] : names)}.`;
}

function deletedToast({ resource: { labels }, asked }: RecordsScreenContext, output: DeleteOutput): ToastContent {
  if (output.kind === 'deleted' && output.pending !== null) return pendingToast(output.pending);
  const { rows } = asked ?? nothingAsked;
  const [first] = rows;
  if (rows.length === 1 && first)
    return { type: 'success', title: `${upperFirst(labels.one)} deleted`, content: `${first.name} has been deleted.` };
  return { type: 'success', title: `${upperFirst(labels.many)} deleted`, content: `${rows.length} ${labels.many} have been deleted.` };
}
