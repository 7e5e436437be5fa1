import type { Setting } from '#contract/entities/setting.ts';
import { hasParts } from '#contract/fields/index.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import type { ScreenKey, SecretsSaveResult, SettingsLoaded, SettingsSnapshot, SettingsSubmission } from '#machines/ports.ts';
import type { RecordChange, RecordReading, RecordSubmission, RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { joinedSaves, type KeyedSubmit } from '#src/offline/joined-saves.ts';
import { deletingMessage } from '#src/offline/outbox-submission.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { type ConflictStore, resolveConflicts } from '#src/offline/resolve-conflicts.ts';
import { savedDraftOf } from '#src/offline/saved-draft.ts';
import { settingsLookedAt } from './settings-looked-at.ts';
import type { IdChanged } from './use-follow-id.ts';
import { recordBaseOf, defaultsOf, recordScreen, recordSnapshot, savedOf, splitSecrets, valuesOf } from './record-snapshot.ts';

export interface RecordFormWiring {
  readonly services: {
    readonly settings: Pick<ClientServices['settings'], 'load' | 'watch' | 'readDraft' | 'saveDraft' | 'removeDraft'>;
    readonly store: ConflictStore;
  };
  readonly source: RecordsSource;
  readonly resource: ResourceDefinition;
  /** The record's id when the form was opened; the server's id replaces a local one. Null: the first save creates the record. */
  readonly id: string | null;
  /** Instead of the id: what the record is about. Whether there is one is found out when the form loads. */
  readonly about?: Values | null;
  /** For a new record: what it is a part of. */
  readonly parent?: Values;
  /** Called also after a save of the record, with the id that it had. */
  readonly onId: IdChanged;
  /** Called with whether a delete of the record is pending, each time the record is read: another tab may have made it. */
  readonly onDeleting: (isDeleting: boolean) => void;
}

/** The settings screen's machine on one record: its fields are the settings, and a save creates or updates the record. */
export function wireRecordForm(wiring: RecordFormWiring) {
  const { services, source, resource, about = null, parent = {}, onId, onDeleting } = wiring;
  const { settings, store } = services;
  const { fields, labels, nameKey } = resource;
  let { id } = wiring;
  /** The id to update; null until the record is created. */
  let currentId = id;
  const lookedAt = settingsLookedAt(settings, resource);
  let looked: readonly Setting[] = [];
  let loaded: RecordReading | null = null;
  let currentValues: Values = {};
  /** What the chart has been given last, and by field what it has saved since the form was opened: `RecordChange.seen`. */
  let shown: Values = {};
  const savedBefore: Record<string, readonly Json[]> = {};
  /** Called with the local id of a record that this form has created: its page stays open, and needs the server's id once it has one. */
  let onCreated = (_: string): void => undefined;
  const setId = (next: string) => {
    if (currentId === null && isLocalId(next)) onCreated(next);
    const before = currentId;
    currentId = next;
    onId(next, before);
  };

  async function load(key: ScreenKey): Promise<SettingsLoaded> {
    const looking = lookedAt.load(key.websiteId);
    if (about !== null) {
      const found = await source.find(about);
      if (found.kind === 'failed') return found;
      id = found.id;
      currentId = id;
    }
    const [read, draft] = await Promise.all([id === null ? null : source.read(id), settings.readDraft(key)]);
    looked = await looking;
    if (read?.kind === 'failed') return read;
    if (read?.reading.isDeleting) return { kind: 'failed', code: 'notFound', message: deletingMessage(labels.one) };
    loaded = read?.reading ?? null;
    currentValues = loaded?.values ?? {};
    shown = currentValues;
    return { kind: 'loaded', snapshot: recordSnapshot(fields, loaded, draft, looked) };
  }

  function watch(key: ScreenKey, onSnapshot: (snapshot: SettingsSnapshot) => void): () => void {
    let latest = loaded;
    let turn = 0;
    function report(): void {
      turn += 1;
      const mine = turn;
      settings.readDraft(key).then(
        (draft) => {
          if (mine !== turn) return;
          shown = latest?.values ?? {};
          onSnapshot(recordSnapshot(fields, latest, draft, looked));
        },
        // Signed out meanwhile: the screen closes too.
        () => undefined,
      );
    }
    const stopLooking = lookedAt.watch(key.websiteId, (next) => {
      if (sameJson(toJson(looked), toJson(next))) return;
      looked = next;
      report();
    });
    const followId = (reading: RecordReading) => {
      if (reading.id !== currentId) setId(reading.id);
      onDeleting(reading.isDeleting);
    };
    const follow = (reading: RecordReading) => {
      latest = reading;
      currentValues = reading.values;
      followId(reading);
      report();
    };
    let stop = id === null ? () => undefined : source.watchRecord(id, follow);
    onCreated = (created) => {
      stop();
      stop = source.watchRecord(created, followId);
    };
    if (id === null && isLocalId(currentId)) onCreated(currentId);
    return () => {
      turn += 1;
      onCreated = () => undefined;
      stopLooking();
      stop();
    };
  }

  function seenBefore(values: Values): Pick<Extract<RecordChange, { kind: 'update' }>, 'seen'> {
    const keys = fields.filter((field) => hasParts(field) && field.key in values && field.key in shown).map(({ key }) => key);
    const seen = Object.fromEntries(keys.map((key) => [key, [shown[key] ?? null, ...(savedBefore[key] ?? [])]]));
    for (const key of keys) savedBefore[key] = [...(savedBefore[key] ?? []), values[key] ?? null];
    return keys.length === 0 ? {} : { seen };
  }

  /** What the record has, as far as this form has saved it or been shown it: where it is created again, it gets that too. */
  let known: Values = {};
  /** The saves that have no answer yet, and those that were answered beside them. A create sends the values of all of them. */
  let together: readonly SettingsSubmission[] = [];
  let unanswered = 0;
  let creating: Promise<unknown> = Promise.resolve();
  const typed = (): Values => Object.assign({}, ...together.map(({ writes }) => valuesOf(fields, writes)));

  async function submitChange(
    change: RecordChange,
    callbacks: Omit<RecordSubmission, 'change'>,
    signal: AbortSignal,
  ): Promise<RecordSaveResult> {
    const submitted = await source.submit({ change, ...callbacks }, signal);
    if (submitted.kind !== 'saved' && submitted.kind !== 'pending') return submitted;
    if (change.kind === 'create' || change.kind === 'update') known = { ...known, ...change.values };
    setId(submitted.id);
    return submitted;
  }

  const saves = joinedSaves(async (submission, signal, answersFor) => {
    if (unanswered === 0) together = [];
    together = [...together, submission];
    unanswered += 1;
    try {
      return await save(submission, signal, answersFor);
    } finally {
      unanswered -= 1;
    }
  });

  const save: KeyedSubmit = async (submission, signal, answersFor) => {
    const { writes, base, onEnqueued, onGivenBack, isConfirmed } = submission;
    const confirmed = isConfirmed ? ({ isConfirmed } as const) : {};
    // Of a form that has created its record, later drafts stand under that one's screen.
    const drafted = savedDraftOf(submission);
    const saved = (): Pick<RecordSubmission, 'saved'> => {
      if (!drafted) return {};
      const created = id === null && currentId !== null ? [recordScreen(resource, currentId).id] : [];
      return { saved: { ...drafted, screens: [...drafted.screens, ...created] } };
    };
    const values = valuesOf(fields, writes);
    /** `keys`: of the saves whose values are sent. */
    const callbacksOf = (keys: readonly string[]) => ({
      ...(onEnqueued ? { onEnqueued: () => onEnqueued(keys) } : {}),
      ...(onGivenBack ? { onGivenBack: () => onGivenBack(keys) } : {}),
    });
    // A Save during a create waits for it, and then updates the created record. Where that create was refused, the first Save that waited
    // creates the record, and the others wait for this one.
    for (let awaited: Promise<unknown> | null = null; currentId === null && awaited !== creating; ) {
      awaited = creating;
      await awaited;
    }
    if (currentId !== null) {
      // The second Save of a new record, whose create has taken the first one's secrets along.
      const { secrets, others } = splitSecrets(fields, values);
      if (Object.keys(secrets).length > 0) {
        const sent = await source.submitSecrets(currentId, secrets);
        if (sent.kind === 'failed') return { ...sent, kind: 'refused' };
        if (Object.keys(others).length === 0) return sent;
      }
      const name = String(currentValues[nameKey] ?? { ...known, ...typed() }[nameKey] ?? '');
      const updated = await submitChange(
        { kind: 'update', id: currentId, name, values: others, base: recordBaseOf(fields, base), ...seenBefore(others), ...confirmed },
        { ...callbacksOf(writes.map(({ key }) => key)), ...saved() },
        signal,
      );
      if (updated.kind === 'refused' && updated.isGone) {
        // The next Save creates the record again, with all values that the form shows.
        const shownValues = Object.entries(currentValues).filter(([key]) => fields.some((field) => field.key === key));
        known = { ...known, ...Object.fromEntries(shownValues) };
        currentId = null;
      }
      return savedOf(updated);
    }
    // What a refused create had, it has too: from here on it answers for that, and takes that out of the draft.
    const keys = [...new Set(together.flatMap((each) => each.writes.map(({ key }) => key)))];
    answersFor(keys);
    const drafts = together.flatMap((each) => each.drafted ?? []);
    const taken = drafted && {
      values: Object.assign({}, ...drafts.map((each) => each.values)),
      base: Object.assign({}, ...drafts.map((each) => each.base)),
    };
    const ofAll = taken ? { saved: { ...drafted, ...taken } } : {};
    return savedOf(await createRecord({ ...callbacksOf(keys), ...ofAll }, signal, {}, confirmed));
  };

  function createRecord(
    callbacks: Omit<RecordSubmission, 'change'>,
    signal: AbortSignal,
    secrets: Values = {},
    confirmed: { readonly isConfirmed?: true } = {},
  ): Promise<RecordSaveResult> {
    const created = submitChange(
      { kind: 'create', values: { ...defaultsOf(fields), ...known, ...typed(), ...secrets, ...about, ...parent }, ...confirmed },
      callbacks,
      signal,
    );
    creating = created.catch(() => undefined);
    return created;
  }

  /** The secrets of an existing record, which are sent by themselves. */
  async function submitSecrets(writes: SettingsSubmission['writes'], signal: AbortSignal): Promise<SecretsSaveResult> {
    const secrets = valuesOf(fields, writes);
    if (currentId !== null) return source.submitSecrets(currentId, secrets);
    // It was deleted elsewhere: the form creates it again, and its secrets with it.
    const created = await createRecord({}, signal, secrets);
    if (created.kind === 'saved') return created;
    return { kind: 'failed', message: 'message' in created ? created.message : '', fields: 'fields' in created ? created.fields : {} };
  }

  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => load(input)),
      watchSettings: fromCallback<EventObject, ScreenKey>(({ input, sendBack }) =>
        watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal }) => saves.submit(input, signal)),
      submitSecrets: fromPromise(({ input, signal }) => saves.alongside(() => submitSecrets(input.writes, signal), signal)),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}

/**
 * The drafts of the page on which a record is created. It stays open then, and what is typed from there on is a draft of that record and no
 * longer of a new one. `idNow`: null before it is created.
 */
export function draftsOfCreated<Settings extends Pick<ClientServices['settings'], 'saveDraft' | 'removeDraft'>>(
  settings: Settings,
  resource: ResourceDefinition,
  idNow: () => string | null,
): Settings {
  const ofRecord = <Key extends ScreenKey>(key: Key): readonly Key[] => {
    const id = idNow();
    return id === null ? [] : [{ ...key, screenId: recordScreen(resource, id).id }];
  };
  return {
    ...settings,
    async saveDraft(draft) {
      const [own] = ofRecord(draft);
      await Promise.all(own ? [settings.saveDraft(own), settings.removeDraft(draft)] : [settings.saveDraft(draft)]);
    },
    async removeDraft(key) {
      await Promise.all([key, ...ofRecord(key)].map((each) => settings.removeDraft(each)));
    },
  };
}
