import type { Block } from '#contract/entities/block.ts';
import type { SettingWrite } from '#contract/entities/setting.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import { enabledKey, blockScreen } from '#contract/blocks/block-screen.ts';
import { type SettingsScreen, settingsScreen } from '#contract/settings/screen.ts';
import type { SettingsSnapshot } from '#machines/ports.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { blockSnapshot } from '#src/features/homepage/block-snapshot.ts';
import { wireBlockEditor } from '#src/features/homepage/wire-homepage.ts';
import { recordScreen, recordSnapshot } from '#src/features/records/record-snapshot.ts';
import { wireRecordForm } from '#src/features/records/wire-record-form.ts';
import { wireSettingsScreen } from '#src/features/settings/wire-settings-screen.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { contactLabel, contactRecord, contactsNow, contactsRecord, normal } from './contacts.ts';
import { movedSetting } from './fake-server.ts';
import { inModel, placeOfWebsite, type WebsiteId } from './places.ts';
import type { ChangePromise } from './promises.ts';
import type { Simulation } from './simulation.ts';
import type { Tab } from './tab.ts';

export type FormActor = ActorRefFrom<typeof settingsScreenMachine>;

/** What is in a form: a category of settings, a contact, or the settings of a block. */
export type Subject =
  | { readonly kind: 'settings' }
  /** `id` null: the form is to create it, and has another name where it opens with the draft of one. */
  | { readonly kind: 'record'; readonly id: string | null; name: string }
  | { readonly kind: 'block'; readonly block: Block };

/** The value that a form showed when the typing in a field began, and somebody else's beside it. */
interface Seen {
  readonly seen: Json;
  readonly seenBeside: Json | undefined;
}

/** One open form: the console's own chart in its own wiring. */
export interface Form {
  readonly actor: FormActor;
  readonly screen: SettingsScreen;
  readonly websiteId: WebsiteId;
  readonly userId: string;
  readonly subject: Subject;
  /** The fields that people fill in. */
  readonly keys: readonly string[];
  readonly seen: Map<string, Seen>;
  /** What was typed last, by key: it stays in the form until it is saved or given up. */
  readonly typed: Map<string, string>;
  /** The changes of the saves that have no answer yet. */
  unanswered: readonly ChangePromise[];
  /** Its record is being deleted, or is gone. */
  isOver: boolean;
  /** What the form would show if it opened now, from the device alone; null: nothing. */
  fresh(): Promise<SettingsSnapshot | null>;
  /** A field as promises name it, and as entries name it. */
  readonly record: string;
  fieldOf(key: string): string;
  entryFieldOf(key: string): string;
}

/**
 * Returns a function that says how what a form shows differs from what it shows now; null: not at all. What is typed meanwhile, as during a
 * save, is to stand there too.
 */
export function watchValues({ actor, typed }: Form): () => string | null {
  const shown = () => actor.getSnapshot().context.values;
  const [before, typedBefore] = [shown(), new Map(typed)];
  return () => {
    const meanwhile = [...typed].filter(([key, value]) => typedBefore.get(key) !== value);
    const expected = { ...before, ...Object.fromEntries(meanwhile) };
    return sameJson(toJson(shown()), toJson(expected)) ? null : `${JSON.stringify(shown())}, and not ${JSON.stringify(expected)}`;
  };
}

/** Whether a person has typed a value: those that were there at the start have no number. */
const isTyped = (value: Json): boolean =>
  value === null || typeof value === 'boolean' || sameJson(value, ['']) || /\d/u.test(JSON.stringify(value));

const text = (key: string) => ({ kind: 'text', key, label: key }) as const;
/** The screen of the social links, with fields that take any text. */
const socialScreen = settingsScreen({
  id: 'social-links',
  path: 'marketing/social',
  title: 'Social links',
  category: 'social',
  sections: [{ fields: [text('fb_link'), text('ig_link'), text('pinterest_link')] }],
});

/** Opens a form in a tab, as its screen does. `onSaved`: the chart says that everything which has no answer yet is saved. */
export function openForm(simulation: Simulation, tab: Tab, subject: Subject, onSaved: (form: Form) => void): Form {
  const { websiteId } = simulation;
  const userId = simulation.browser.session?.userId ?? '';
  const services = tab.forms();
  const { settings, store, blocks } = services;
  const submits = (changes: readonly ChangePromise[], work: Parameters<Simulation['conclude']>[2]) => {
    form.unanswered = [...form.unanswered, ...changes];
    simulation.conclude(tab, changes, work);
    // Undone to what was there before anybody typed: that takes no request, and neither does what waited.
    const undone = changes.filter(({ kind, value }) => kind === 'field' && !isTyped(value));
    const isUndone = (one: ChangePromise) =>
      undone.some(({ record, field, order }) => one.record === record && one.field === field && one.order <= order);
    const giveUp = () => {
      for (const one of simulation.promises.all) if (one.userId === userId && one.state === 'promised' && isUndone(one)) one.state = 'open';
    };
    if (undone.length > 0) work.then(giveUp, giveUp);
  };
  const promise = (key: string, value: Json): ChangePromise =>
    simulation.promises.add({ userId, kind: 'field', record: form.record, field: form.fieldOf(key), value, ...form.seen.get(key) });
  const created = (): ChangePromise =>
    simulation.promises.add({ userId, kind: 'create', record: contactsRecord, field: labelOfNew(), value: null });
  const labelOfNew = () => (subject.kind === 'record' ? contactLabel(subject.name) : '');
  const ofWrites = (writes: readonly Pick<SettingWrite, 'key' | 'value'>[]) => writes.map(({ key, value }) => promise(key, value));
  const parts = partsOf();
  const actor = createActor(parts.machine, {
    input: { websiteId, screen: parts.screen, remembered: parts.remembered, isNew: subject.kind === 'record' && subject.id === null },
    clock: simulation.browser.scheduler.clockOf(tab.process),
  });
  const form: Form = {
    ...{ ...parts, actor, websiteId, userId, subject, seen: new Map(), typed: new Map(), unanswered: [], isOver: false },
    get record() {
      return subject.kind === 'record' ? contactRecord(contactLabel(subject.name)) : parts.record;
    },
  };
  // XState would throw it in a task of its own.
  actor.subscribe({ error: (error) => simulation.browser.onViolation('error', String(error)) });
  let before = '';
  actor.subscribe((snapshot) => {
    const now = ['submitting', 'saved'].find((state) => snapshot.matches({ ready: { form: state } } as never)) ?? '';
    if (now === before) return;
    if (now === 'saved') onSaved(form);
    // The answers of all saves have come together, also to a form that has been typed in meanwhile.
    if (before === 'submitting') form.unanswered = [];
    before = now;
  });
  actor.start();
  tab.screens.add({ close: () => actor.stop() });
  return form;

  function partsOf() {
    if (subject.kind === 'settings') {
      const key = { websiteId, screenId: socialScreen.id };
      const machine = wireSettingsScreen({
        settings,
        store,
        submitSettings(submission, signal) {
          const changes = ofWrites(submission.writes);
          const work = services.submitSettings(submission, signal);
          submits(changes, work);
          return work;
        },
      });
      return {
        machine,
        screen: socialScreen,
        remembered: settings.peek(key),
        keys: ['fb_link', 'ig_link', 'pinterest_link'],
        record: `settings/${websiteId}/social`,
        fieldOf: (key: string) => key,
        entryFieldOf: (key: string) => key,
        async fresh() {
          const loaded = await settings.load(key);
          return loaded.kind === 'loaded' ? loaded.snapshot : null;
        },
      };
    }
    if (subject.kind === 'record') {
      const resource = contactsNow();
      const source = services.records(websiteId);
      const screen = recordScreen(resource, subject.id);
      let { id } = subject;
      let isCreated = false;
      const machine = wireRecordForm({
        services: { settings, store },
        source: {
          ...source,
          submit(submission, signal) {
            const { change } = submission;
            const values = change.kind === 'update' || change.kind === 'create' ? change.values : {};
            const written = Object.entries(values).filter(([, value]) => change.kind !== 'create' || value !== null);
            const changes = [
              ...(change.kind === 'create' ? [created()] : []),
              ...written.map(([key, value]) => promise(key, normal(value))),
            ];
            if (change.kind === 'create') {
              if (isCreated) simulation.browser.onViolation('form', `${form.record} is created again`);
              isCreated = true;
            }
            const work = source.submit(submission, signal);
            submits(changes, work);
            const onResult = (result: Awaited<typeof work>) => {
              if (change.kind === 'create' && result.kind !== 'saved' && result.kind !== 'pending') isCreated = false;
              // The person closes the form rather than create the record again, and opens that of the new record.
              if ((result.kind === 'refused' && result.isGone) || (change.kind === 'create' && result.kind !== 'refused'))
                form.isOver = true;
            };
            // `conclude` reports what rejects.
            work.then(onResult, () => undefined);
            return work;
          },
        },
        resource,
        id: subject.id,
        onId(next) {
          id = next;
        },
        onDeleting(isDeleting) {
          form.isOver ||= isDeleting;
        },
      });
      return {
        machine,
        screen,
        remembered: null,
        keys: ['name', 'phone', 'note'],
        record: contactsRecord,
        fieldOf: (key: string) => key,
        entryFieldOf: (key: string) => key,
        async fresh() {
          const read = id === null ? null : await source.read(id);
          if (read?.kind === 'failed' || read?.reading.isDeleting) return null;
          return recordSnapshot(resource.fields, read?.reading ?? null, await settings.readDraft({ websiteId, screenId: screen.id }));
        },
      };
    }
    const { block } = subject;
    const screen = blockScreen(block, 'versatile');
    const machine = wireBlockEditor({
      services: { settings, store },
      blocks: {
        ...blocks,
        beginSubmit() {
          const submit = blocks.beginSubmit();
          return (submission, signal) => {
            const { change } = submission;
            const changes = change.kind === 'settings' ? ofWrites(change.settings) : [];
            if (change.kind === 'show') changes.push(promise(enabledKey, change.enabled));
            const work = submit(submission, signal);
            submits(changes, work);
            return work;
          };
        },
      },
      blockId: block.id,
      onSaved: () => undefined,
    });
    return {
      machine,
      screen,
      remembered: null,
      keys: [movedSetting],
      record: `blocks/${websiteId}`,
      fieldOf: (key: string) => (key === enabledKey ? `${block.label}/enabled` : `${block.label}/setting/${key}`),
      entryFieldOf: (key: string) => `${inModel(placeOfWebsite(websiteId), block.id)}/setting/${key}`,
      async fresh() {
        const read = await blocks.read(websiteId);
        const draft = await settings.readDraft({ websiteId, screenId: screen.id });
        return read.kind === 'failed' ? null : blockSnapshot(read.reading, block.id, { theme: read.theme, draft, colors: [] });
      },
    };
  }
}
