import { settingField } from '#contract/resources/blocks.ts';
import type { Setting } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { companyBranding } from '#contract/settings/company-branding.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { EditedBlock } from '#machines/homepage/homepage.types.ts';
import type {
  ConflictChoice,
  SettingsLoaded,
  ScreenKey,
  SettingsSnapshot,
  SettingsSubmission,
  SettingsSubmitted,
} from '#machines/ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { BlocksSource } from '#src/offline/blocks-source.ts';
import type { Device } from '#src/offline/device.ts';
import { joinedSaves } from '#src/offline/joined-saves.ts';
import { resolveConflicts } from '#src/offline/resolve-conflicts.ts';
import { blockSnapshot, changesOf, editOf, keysOf, outcomeOf, storedId, takenOf } from './block-snapshot.ts';

interface BlockEditorWiring {
  readonly device: Pick<Device, 'settings' | 'store'>;
  readonly blocks: BlocksSource;
  /** The block's id when the editor was opened; one of this device is followed to the server's. */
  readonly blockId: string;
  /** The save stands, on the server or on this device. */
  readonly onSaved: (blockId: string, before: EditedBlock, after: EditedBlock) => void;
}

const goneMessage = 'This block is no longer there.';

/** The settings screen's chart on one block: its settings are the fields, and a save is changes of the block. */
export function wireBlockEditor({ device: { settings, store }, blocks, blockId, onSaved }: BlockEditorWiring) {
  const brandColors = ({ websiteId }: ScreenKey): ScreenKey => ({ websiteId, screenId: companyBranding.id });
  const colorsIn = (snapshot: SettingsSnapshot): readonly Setting[] =>
    snapshot.settings.filter(({ key }) => key === 'primary_color' || key === 'secondary_color');

  async function load(place: ScreenKey): Promise<SettingsLoaded> {
    // A form without the website's colours is a form nonetheless: what is not on this device comes with `watch`.
    const loading = settings.load(brandColors(place)).catch(() => null);
    const [read, draft] = await Promise.all([blocks.read(place.websiteId), settings.readDraft(place)]);
    if (read.kind === 'failed') return read;
    const colors = await Promise.race([loading, Promise.resolve(null)]);
    const beside = { theme: read.theme, draft, colors: colors?.kind === 'loaded' ? colorsIn(colors.snapshot) : [] };
    const snapshot = blockSnapshot(read.reading, blockId, beside);
    return snapshot ? { kind: 'loaded', snapshot } : { kind: 'failed', code: 'notFound', message: goneMessage };
  }

  function watch(place: ScreenKey, tell: (snapshot: SettingsSnapshot) => void): () => void {
    let latest: { readonly reading: BlocksReading; readonly theme: ThemeKey | null } | null = null;
    let colors: readonly Setting[] = [];
    let turn = 0;
    const told = () => {
      if (latest === null) return;
      const { reading, theme } = latest;
      turn += 1;
      const mine = turn;
      settings.readDraft(place).then(
        (draft) => {
          const snapshot = mine === turn ? blockSnapshot(reading, blockId, { theme, draft, colors }) : null;
          if (snapshot) tell(snapshot);
        },
        // Signed out while it was being read: the screen goes too.
        () => undefined,
      );
    };
    const stops = [
      blocks.watchReading(place.websiteId, (reading, theme) => {
        latest = { reading, theme };
        told();
      }),
      settings.watch(brandColors(place), (snapshot) => {
        colors = colorsIn(snapshot);
        told();
      }),
    ];
    return () => {
      turn += 1;
      for (const stop of stops) stop();
    };
  }

  const saves = joinedSaves(async (submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSubmitted> => {
    const { websiteId, writes, base } = submission;
    // Somebody else may be signed in once the device has been read.
    const submit = blocks.beginSubmit();
    const read = await blocks.read(websiteId);
    if (read.kind === 'failed') return { kind: 'failed', code: 'unknown', message: read.message };
    const id = storedId(read.reading, blockId);
    const block = read.reading.shown.find((candidate) => candidate.id === id);
    if (!block) return { kind: 'failed', code: 'unknown', message: goneMessage };
    const changes = changesOf(block, writes, base);
    // A block's Enabled and its settings are two entries: the draft needs neither once both are in the outbox.
    let missing = changes.length;
    const onEnqueued = () => {
      missing -= 1;
      if (missing === 0) submission.onEnqueued?.();
    };
    const parts = await Promise.all(
      changes.map((change) => {
        const onGivenBack = () => submission.onGivenBack?.(keysOf(change.kind, writes));
        return submit({ websiteId, change, onEnqueued, onGivenBack }, signal);
      }),
    );
    // Also where the other part was refused: the list can undo what stands.
    const saved = takenOf(changes, parts, writes);
    if (saved.length > 0) {
      const { before, after } = editOf(block, saved);
      onSaved(id, before, after);
    }
    return outcomeOf(changes, parts, writes);
  });

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
