import { settingField } from '#contract/resources/blocks.ts';
import type { Setting } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { companyBranding } from '#contract/settings/company-branding.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockMutationMachine } from '#machines/block-mutation/block-mutation.machine.ts';
import { isStored, problemOf } from '#machines/block-mutation/block-mutation.operations.ts';
import { type DeletedItem, deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { EditedBlock } from '#machines/homepage/homepage.types.ts';
import type { BlockSubmission, BlockSaveResult } from '#machines/block-ports.ts';
import type {
  ConflictChoice,
  DeleteResult,
  SavedDraft,
  ScreenKey,
  SettingsLoaded,
  SettingsSnapshot,
  SettingsSubmission,
  SettingsSaveResult,
} from '#machines/ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { BlocksSource } from '#src/offline/blocks-source.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { joinedSaves } from '#src/offline/joined-saves.ts';
import { resolveConflicts } from '#src/offline/resolve-conflicts.ts';
import { savedDraftOf } from '#src/offline/saved-draft.ts';
import { blockSnapshot, changesOfSave, editOf, keysOf, resultOf, storedId, storedWritesOf } from './block-snapshot.ts';

/** The machines of the homepage and its dialogs, on the client store. */
export function wireHomepage({ store }: Pick<ClientServices, 'store'>, blocks: BlocksSource) {
  const submitBlock = fromPromise<BlockSaveResult, BlockSubmission>(({ input, signal }) => blocks.submit(input, signal));

  async function deleteBlock({ websiteId, id, label }: DeletedItem, signal: AbortSignal): Promise<DeleteResult> {
    if (websiteId === null) throw new Error('a block belongs to a website');
    const result = await blocks.submit({ websiteId, change: { kind: 'delete', blockId: id, label } }, signal);
    if (!isStored(result)) return { kind: 'failed', message: problemOf(result)?.message ?? '' };
    const { appendedAt } = result;
    return result.kind === 'saved' ? { kind: 'deleted', appendedAt } : { kind: 'pending', appendedAt, reason: result.reason };
  }

  return homepageMachine.provide({
    actors: {
      loadBlocks: fromPromise(({ input }) => blocks.load(input.websiteId)),
      refreshBlocks: fromPromise(async ({ input: { websiteId } }) => {
        // Without a connection, or without room on this device, the cache stays as it is.
        await blocks.prefetch(websiteId).catch(() => null);
        return blocks.load(websiteId);
      }),
      watchBlocks: fromCallback<EventObject, { readonly websiteId: string }>(({ input, sendBack }) =>
        blocks.watch(input.websiteId, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      mutation: blockMutationMachine.provide({ actors: { submitBlock } }),
      addBlock: blockAddMachine.provide({ actors: { submitBlock } }),
      confirmDelete: deleteConfirmMachine.provide({
        actors: { deleteItem: fromPromise(({ input, signal }) => deleteBlock(input, signal)) },
      }),
    },
  });
}

interface BlockEditorWiring {
  readonly services: Pick<ClientServices, 'settings' | 'store'>;
  readonly blocks: BlocksSource;
  /** The block's id when the editor was opened. The server's id replaces a local one. */
  readonly blockId: string;
  /** The save is stored, on the server or on this device. */
  readonly onSaved: (blockId: string, before: EditedBlock, after: EditedBlock) => void;
}

/** What one of several changes of a save takes out of the draft. */
function partOf(saved: SavedDraft, keys: readonly string[]): SavedDraft {
  const of = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
  return { ...saved, values: of(saved.values), base: of(saved.base) };
}

const goneMessage = 'This block is no longer there.';

/** The settings screen's machine on one block: the block's settings are the fields, and a save is one or two changes of the block. */
export function wireBlockEditor({ services: { settings, store }, blocks, blockId, onSaved }: BlockEditorWiring) {
  const brandColors = ({ websiteId }: ScreenKey): ScreenKey => ({ websiteId, screenId: companyBranding.id });
  const colorsIn = (snapshot: SettingsSnapshot): readonly Setting[] =>
    snapshot.settings.filter(({ key }) => key === 'primary_color' || key === 'secondary_color');

  async function load(key: ScreenKey): Promise<SettingsLoaded> {
    // The form opens without the website's colours where this device does not have them; `watch` adds them.
    const loading = settings.load(brandColors(key)).catch(() => null);
    const [read, draft] = await Promise.all([blocks.read(key.websiteId), settings.readDraft(key)]);
    if (read.kind === 'failed') return read;
    const colors = await Promise.race([loading, Promise.resolve(null)]);
    const context = { theme: read.theme, draft, colors: colors?.kind === 'loaded' ? colorsIn(colors.snapshot) : [] };
    const snapshot = blockSnapshot(read.reading, blockId, context);
    return snapshot ? { kind: 'loaded', snapshot } : { kind: 'failed', code: 'notFound', message: goneMessage };
  }

  function watch(key: ScreenKey, onSnapshot: (snapshot: SettingsSnapshot) => void): () => void {
    let latest: { readonly reading: BlocksReading; readonly theme: ThemeKey | null } | null = null;
    let colors: readonly Setting[] = [];
    let lastRead = 0;
    const update = () => {
      if (latest === null) return;
      const { reading, theme } = latest;
      lastRead += 1;
      const thisRead = lastRead;
      settings.readDraft(key).then(
        (draft) => {
          const snapshot = thisRead === lastRead ? blockSnapshot(reading, blockId, { theme, draft, colors }) : null;
          if (snapshot) onSnapshot(snapshot);
        },
        // Signed out meanwhile: the screen closes too.
        () => undefined,
      );
    };
    const stops = [
      blocks.watchReading(key.websiteId, (reading, theme) => {
        latest = { reading, theme };
        update();
      }),
      settings.watch(brandColors(key), (snapshot) => {
        colors = colorsIn(snapshot);
        update();
      }),
    ];
    return () => {
      lastRead += 1;
      for (const stop of stops) stop();
    };
  }

  // A save reads the block first: the next one waits until it is in the outbox, else that could get there before it.
  let inTurn: Promise<unknown> = Promise.resolve();
  const saves = joinedSaves(async (submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult> => {
    const before = inTurn;
    const appended = Promise.withResolvers<void>();
    inTurn = appended.promise;
    try {
      const onEnqueued = () => {
        appended.resolve();
        submission.onEnqueued?.();
      };
      return await save(before, { ...submission, onEnqueued }, signal);
    } finally {
      appended.resolve();
    }
  });

  async function save(before: Promise<unknown>, submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult> {
    const { websiteId, writes, base } = submission;
    const drafted = savedDraftOf(submission);
    // Binds the submission to this user now: somebody else may be signed in after the read.
    const submit = blocks.beginSubmit();
    await before;
    const read = await blocks.read(websiteId);
    if (read.kind === 'failed') return { kind: 'failed', code: 'unknown', message: read.message };
    const id = storedId(read.reading, blockId);
    const block = read.reading.blocks.find((candidate) => candidate.id === id);
    if (!block) return { kind: 'failed', code: 'unknown', message: goneMessage };
    const changes = changesOfSave(block, writes, base);
    // A block's Enabled and its settings are two outbox entries: the draft can go once both are in the outbox.
    let missing = changes.length;
    const onEnqueued = () => {
      missing -= 1;
      if (missing === 0) submission.onEnqueued?.();
    };
    const results = await Promise.all(
      changes.map((change) => {
        const onGivenBack = () => submission.onGivenBack?.(keysOf(change.kind, writes));
        const saved = drafted && partOf(drafted, keysOf(change.kind, writes));
        return submit({ websiteId, change, ...(saved ? { saved } : {}), onEnqueued, onGivenBack }, signal);
      }),
    );
    // Also where the other part was rejected: the list can undo what is stored.
    const saved = storedWritesOf(changes, results, writes);
    if (saved.length > 0) {
      const { before, after } = editOf(block, saved);
      onSaved(id, before, after);
    }
    return resultOf(changes, results, writes);
  }

  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => load(input)),
      watchSettings: fromCallback<EventObject, ScreenKey>(({ input, sendBack }) =>
        watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal }) => saves.submit(input, signal)),
      submitSecrets: fromPromise(({ input, signal }) => saves.alongside(() => settings.submitSecrets(input), signal)),
      resolveConflicts: fromPromise(async ({ input: { websiteId, decided } }) => {
        const read = await blocks.read(websiteId);
        const id = read.kind === 'loaded' ? storedId(read.reading, blockId) : blockId;
        const ofBlock = (choices: ConflictChoice['choices']) =>
          Object.fromEntries(Object.entries(choices).map(([key, side]) => [settingField(id, key), side]));
        await resolveConflicts(
          store,
          decided.map(({ opId, choices }) => ({ opId, choices: ofBlock(choices) })),
        );
      }),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}
