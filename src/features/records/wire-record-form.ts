import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import type { ScreenKey, SettingsLoaded, SettingsSnapshot, SettingsSubmission } from '#machines/ports.ts';
import type { RecordChange, RecordReading, RecordSubmission, RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Device } from '#src/offline/device.ts';
import { joinedSaves } from '#src/offline/joined-saves.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { type ConflictStore, resolveConflicts } from '#src/offline/resolve-conflicts.ts';
import { recordBaseOf, defaultsOf, recordSnapshot, savedOf, valuesOf } from './record-snapshot.ts';

export interface RecordFormWiring {
  readonly device: {
    readonly settings: Pick<Device['settings'], 'readDraft' | 'saveDraft' | 'removeDraft'>;
    readonly store: ConflictStore;
  };
  readonly source: RecordsSource;
  readonly resource: ResourceDefinition;
  /** The record's id when the form was opened; one of this device is followed to the server's. Null: the first save creates it. */
  readonly id: string | null;
  /** Under which id the record stands, whenever that becomes known. */
  readonly onId: (id: string) => void;
}

/** The settings screen's chart on one record: its fields are the settings, and a save creates or changes it. */
export function wireRecordForm({ device: { settings, store }, source, resource, id, onId }: RecordFormWiring) {
  const { fields, labels, nameKey } = resource;
  /** Under which the record is changed; null while there is none. */
  let known = id;
  let shown: Values = {};
  const note = (next: string) => {
    known = next;
    onId(next);
  };

  async function load(place: ScreenKey): Promise<SettingsLoaded> {
    const [read, draft] = await Promise.all([id === null ? null : source.read(id), settings.readDraft(place)]);
    if (read?.kind === 'failed') return read;
    if (read?.reading.isDeleting) return { kind: 'failed', code: 'notFound', message: deletingMessage(labels.one) };
    shown = read?.reading.values ?? {};
    return { kind: 'loaded', snapshot: recordSnapshot(fields, read?.reading ?? null, draft) };
  }

  function watch(place: ScreenKey, tell: (snapshot: SettingsSnapshot) => void): () => void {
    if (id === null) return () => undefined;
    let turn = 0;
    const stop = source.watchRecord(id, (reading: RecordReading) => {
      shown = reading.values;
      if (reading.id !== known) note(reading.id);
      turn += 1;
      const mine = turn;
      settings.readDraft(place).then(
        (draft) => {
          if (mine === turn) tell(recordSnapshot(fields, reading, draft));
        },
        // Signed out while it was being read: the screen goes too.
        () => undefined,
      );
    });
    return () => {
      turn += 1;
      stop();
    };
  }

  /** All that was typed since the form was opened: a create that was refused is made anew with all of it. */
  let typed: Values = {};
  let creating: Promise<unknown> = Promise.resolve();

  async function submitChange(
    change: RecordChange,
    forward: Omit<RecordSubmission, 'change'>,
    signal: AbortSignal,
  ): Promise<RecordSaveResult> {
    const submitted = await source.submit({ change, ...forward }, signal);
    if (submitted.kind === 'saved' || submitted.kind === 'pending') note(submitted.id);
    return submitted;
  }

  const saves = joinedSaves(async (submission: SettingsSubmission, signal: AbortSignal) => {
    const { writes, base, onEnqueued, onGivenBack } = submission;
    const values = valuesOf(fields, writes);
    typed = { ...typed, ...values };
    const forward = {
      ...(onEnqueued ? { onEnqueued } : {}),
      ...(onGivenBack ? { onGivenBack: () => onGivenBack(writes.map(({ key }) => key)) } : {}),
    };
    // A Save while the record is being created changes what comes of that.
    if (known === null) await creating;
    if (known !== null) {
      const name = String(shown[nameKey] ?? typed[nameKey] ?? '');
      return savedOf(await submitChange({ kind: 'update', id: known, name, values, base: recordBaseOf(fields, base) }, forward, signal));
    }
    const created = submitChange({ kind: 'create', values: { ...defaultsOf(fields), ...typed } }, forward, signal);
    creating = created.catch(() => undefined);
    return savedOf(await created);
  });

  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => load(input)),
      watchSettings: fromCallback<EventObject, ScreenKey>(({ input, sendBack }) =>
        watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal }) => saves.submit(input, signal)),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}

const deletingMessage = (one: string): string =>
  `This ${one} is being deleted. To keep it, discard its delete in the sync centre while that still waits.`;
