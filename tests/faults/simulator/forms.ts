import { fromTop } from '#contract/blocks/order.ts';
import { readWire } from '#contract/fields/index.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { draftNumber } from '#db/without-saved.ts';
import type { SettingsSnapshot } from '#machines/ports.ts';
import { draftOf, fieldOf, hasDraft } from '#machines/settings-screen/settings-screen.operations.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import { contactLabel } from './contacts.ts';
import { twinPrefix } from './fake-server.ts';
import { type Form, openForm, type Subject, watchValues } from './open-form.ts';
import { inModel, placeOfWebsite, secondMark } from './places.ts';
import type { Random } from './random.ts';
import { colleagueSets } from './colleague.ts';
import { listed, visitRecords } from './record-changes.ts';
import { colleagueSetsContact } from './record-steps.ts';
import { refusedPrefix } from './server-request.ts';
import { askedKey, type Simulation, type Take } from './simulation.ts';
import type { Tab } from './tab.ts';

type FormStep = Take<'form'>;
type Act = FormStep['acts'][number];

/** A draft that a form had stored when its tab ended. */
interface Left {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
  readonly tab: string;
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** The forms that people fill in, with the charts of the console, and what those believe. */
export class Forms {
  private readonly simulation: Simulation;
  private readonly open = new Map<Tab, Form>();
  /** The draft that a form has stored for certain; absent while it is being changed. */
  private readonly kept = new Map<Form, Left>();
  /** Forms whose draft was removed with the store. */
  private readonly withoutDraft = new Set<Form>();
  /** Somebody went back to an earlier value: the same text may be saved and unsaved. */
  private hasUndone = false;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  async take(step: FormStep, random: Random): Promise<void> {
    const tab = await this.simulation.browser.tab(step.tab);
    for (const act of step.acts) {
      const form = await this.formOf(tab, step, random);
      if (!form || !this.isHere(tab, form)) return;
      this.simulation.promises.moment += 1;
      await this.act(tab, form, act, random);
      if (this.isHere(tab, form)) await this.settle(tab, form);
      else if (act === 'die') await this.reopen(form, step, random);
    }
  }

  /** Whoever opens the form again is offered what is in no outbox. What was saved may have been sent, and changed by a colleague since. */
  private async reopen(form: Form, step: FormStep, random: Random): Promise<void> {
    const tab = await this.simulation.browser.tab(step.tab);
    if (random.chance(0.5) && tab.process.state === 'running' && this.simulation.isAtWork(form.userId)) {
      await this.simulation.browser.scheduler.advance(sentMs);
      await this.meet(tab, form, random);
    }
    await this.formOf(tab, step, random);
  }

  /** Reports stored drafts that are not there any more although their tab has ended. Call it while the simulation is idle. */
  check(): readonly string[] {
    const { browser, leaving } = this.simulation;
    const found: string[] = [];
    for (const [tab, form] of this.open) {
      const left = this.kept.get(form);
      if (tab.process.state !== 'dead') continue;
      this.open.delete(tab);
      if (!left || leaving.has(form.userId) || browser.session?.userId !== form.userId) continue;
      const rows = browser.disk.tables.tabDrafts.rows();
      const isIt = (row: (typeof rows)[number]) => row.userId === left.userId && row.websiteId === left.websiteId && row.tab === left.tab;
      if (!rows.some((row) => isIt(row) && sameJson(toJson(row.values), left.values)))
        found.push(`${left.tab}: ${JSON.stringify(left.values)} of ${left.screen} is gone`);
    }
    return found;
  }

  /** Every draft was removed with the store: a form that is open stores its own again when somebody types. */
  forgetDrafts(): void {
    this.kept.clear();
    for (const form of this.open.values()) this.withoutDraft.add(form);
  }

  watchShown(tab: Tab): () => string | null {
    const form = this.open.get(tab);
    const differs = form ? watchValues(form) : () => null;
    return () => (form && this.isHere(tab, form) ? differs() : null);
  }

  private isHere(tab: Tab, form: Form): boolean {
    return tab.process.state === 'running' && this.open.get(tab) === form && this.simulation.isAtWork(form.userId);
  }

  /** The tab's open form, if it is the one that is wanted; else the wanted one, opened now. */
  private async formOf(tab: Tab, step: FormStep, random: Random): Promise<Form | null> {
    const { simulation } = this;
    const { session, scheduler } = simulation.browser;
    if (!session || tab.process.state !== 'running' || !simulation.isAtWork(session.userId)) return null;
    const before = this.open.get(tab);
    const isOpen = before?.actor.getSnapshot().status === 'active' && before.userId === session.userId && !before.isOver;
    if (isOpen && before.subject.kind === step.what && before.websiteId === simulation.websiteId) return before;
    this.close(tab);
    const subject = await this.subjectOf(tab, session.userId, step, random);
    if (!subject || tab.process.state !== 'running' || !simulation.isAtWork(session.userId)) return null;
    const form = openForm(simulation, tab, subject, (saved) => this.checkSaved(saved));
    this.open.set(tab, form);
    await scheduler.advance(paceMs);
    if (!this.isHere(tab, form)) return null;
    if (!form.actor.getSnapshot().hasTag('ready')) {
      this.close(tab);
      return null;
    }
    const offered = contactLabel(form.actor.getSnapshot().context.values['name']);
    if (subject.kind === 'record' && subject.id === null && offered !== '') subject.name = offered;
    this.checkOffered(form);
    this.handOver(form);
    if (subject.kind === 'record' && subject.id === null) this.type(form, random, 'new', ['name']);
    return form;
  }

  /** A form that opens with the draft of a closed tab has it from then on, and stores it as its own. */
  private handOver({ actor, userId, websiteId, screen }: Form): void {
    const { leftDraft } = actor.getSnapshot().context;
    const row = this.simulation.browser.disk.tables.tabDrafts.rows().find((each) => draftNumber(each) === leftDraft);
    if (!row) return;
    for (const [form, left] of this.kept)
      if (left.tab === row.tab && left.userId === userId && left.websiteId === websiteId && left.screen === screen.id)
        this.kept.delete(form);
  }

  private close(tab: Tab): void {
    this.open.get(tab)?.actor.stop();
    this.open.delete(tab);
  }

  private async subjectOf(tab: Tab, userId: string, step: FormStep, random: Random): Promise<Subject | null> {
    const { simulation } = this;
    const { browser, websiteId } = simulation;
    if (step.what === 'settings') return { kind: 'settings' };
    if (step.what === 'record' && random.chance(0.3)) {
      simulation.count += 1;
      return { kind: 'record', id: null, name: `R${simulation.count}${simulation.mark}` };
    }
    if (step.what === 'record') {
      const rows = (await listed(simulation, tab, userId)).filter(
        ({ values, isDeleting }) => !isDeleting && !contactLabel(values['name']).startsWith(twinPrefix),
      );
      if (rows.length === 0) return null;
      const { id, values } = random.pick(rows);
      return { kind: 'record', id, name: String(values['name'] ?? '') };
    }
    const read = () => simulation.peek(tab, tab.store.readBlocks(userId, websiteId));
    let reading = await read();
    if (reading?.stored === null) {
      await simulation.visit(tab);
      reading = await read();
    }
    const isColleagues = (id: string) => browser.server.isColleagues(inModel(placeOfWebsite(websiteId), id));
    const blocks = fromTop(reading?.blocks ?? []).filter(
      ({ id, label, static: fixed }) => !fixed && !label.startsWith(twinPrefix) && (label.startsWith('C') || !isColleagues(id)),
    );
    return blocks.length === 0 || !reading?.stored ? null : { kind: 'block', block: random.pick(blocks) };
  }

  private async act(tab: Tab, form: Form, act: Act, random: Random): Promise<void> {
    const { browser } = this.simulation;
    const { actor } = form;
    this.kept.delete(form);
    switch (act) {
      case 'type':
        return this.type(form, random, 'new');
      case 'empty':
        return this.type(form, random, 'null');
      case 'refused':
        return this.type(form, random, 'refused');
      case 'save':
        actor.send({ type: 'save.requested' });
        return browser.scheduler.runUntilIdle();
      case 'saveTwice':
        actor.send({ type: 'save.requested' });
        browser.scheduler.afterTurns(random.int(30), () => {
          if (!this.isHere(tab, form)) return;
          this.type(form, random, 'new');
          actor.send({ type: 'save.requested' });
        });
        return browser.scheduler.runUntilIdle();
      case 'refusedAndSave': {
        const [first = '', ...others] = form.keys;
        this.type(form, random, 'refused', [first]);
        actor.send({ type: 'save.requested' });
        browser.scheduler.afterTurns(random.int(10), () => {
          if (!this.isHere(tab, form) || others.length === 0) return;
          this.type(form, random, 'new', others);
          actor.send({ type: 'save.requested' });
        });
        return browser.scheduler.runUntilIdle();
      }
      case 'meet':
        return this.meet(tab, form, random);
      case 'undo':
        this.hasUndone = true;
        form.typed.clear();
        actor.send({ type: 'undo.requested' });
        return;
      case 'discard':
        this.hasUndone = true;
        form.typed.clear();
        actor.send({ type: 'changes.discarded' });
        return;
      case 'mine':
      case 'theirs':
        return this.decide(form, act);
      case 'pause':
        return browser.scheduler.advance(random.pick([100, 500, 3_000]));
      case 'close':
        this.close(tab);
        return;
      case 'die':
        // In the middle of a save, or of the draft that follows the typing.
        if (random.chance(0.5)) actor.send({ type: 'save.requested' });
        browser.crashAfter(tab, random.int(60));
        return browser.scheduler.advance(500);
    }
  }

  /** A colleague changes a field that is being edited, and the device reads that. */
  private meet(tab: Tab, form: Form, random: Random): Promise<void> {
    const { simulation } = this;
    const { edited } = form.actor.getSnapshot().context;
    const key = random.pick(edited.length > 0 ? edited : form.keys);
    return simulation.on(form.websiteId, async () => {
      if (form.subject.kind === 'settings') {
        colleagueSets(simulation, form.websiteId, 'social', key);
        await simulation.visit(tab);
      } else if (form.subject.kind === 'record' && key !== 'name') {
        colleagueSetsContact(simulation, form.subject.name, key);
        await visitRecords(simulation, tab);
      }
    });
  }

  private type(form: Form, random: Random, kind: 'new' | 'null' | 'refused', keys: readonly string[] = form.keys): void {
    const { simulation } = this;
    this.kept.delete(form);
    this.withoutDraft.delete(form);
    const { context } = form.actor.getSnapshot();
    const key = random.pick(keys);
    simulation.count += 1;
    // Somebody may be at the other website by now.
    const mark = form.websiteId === 'w2' ? secondMark : '';
    const typed = `${kind === 'refused' ? refusedPrefix : 'v'}${simulation.count}${mark}`;
    const named = form.subject.kind === 'record' && key === 'name' ? `${contactLabel(form.subject.name)} ${typed}` : typed;
    if (!context.edited.includes(key)) this.noteSeen(form, context, key);
    const value = kind === 'null' && key !== 'name' ? '' : named;
    form.typed.set(key, value);
    form.actor.send({ type: 'field.changed', key, value });
  }

  private noteSeen(form: Form, context: SettingsContext, key: string): void {
    const asWire = (value: SettingsContext['serverBase'][string]) =>
      form.subject.kind === 'record' ? (value?.[0] ?? null) : value === null ? null : [...value];
    const shown = context.settings.find((setting) => setting.key === key)?.value ?? null;
    const beside = context.pendingFields[key]?.conflict;
    form.seen.set(key, { seen: asWire(shown), seenBeside: beside ? asWire(beside.value) : undefined });
  }

  private async decide(form: Form, side: 'mine' | 'theirs'): Promise<void> {
    const { simulation } = this;
    const { browser } = simulation;
    const { pendingFields } = form.actor.getSnapshot().context;
    for (const { key } of fieldsOfForm(form)) {
      const opId = pendingFields[key]?.conflict?.opId;
      const theirs = opId === undefined ? undefined : browser.entryOf(opId)?.lastError?.theirs?.[form.entryFieldOf(key)];
      if (theirs === undefined) continue;
      const entry = browser.entryOf(opId ?? '');
      const asked = form.subject.kind === 'record' ? `contact/${entry?.target.id ?? ''} ${key}` : form.entryFieldOf(key);
      if (side === 'mine') simulation.decided.set(askedKey(form.userId, asked, theirs), browser.server.effects.length);
      else {
        simulation.shown.set(askedKey(form.userId, asked, theirs), simulation.promises.all.length);
        for (const change of simulation.promises.all)
          if (change.userId === form.userId && change.record === form.record && change.field === form.fieldOf(key)) change.state = 'open';
      }
    }
    form.typed.clear();
    form.actor.send({ type: 'conflict.allChosen', side });
    await browser.scheduler.runUntilIdle();
  }

  /** A form that says "Saved" is right about every change that had no answer before. */
  private checkSaved({ unanswered }: Form): void {
    // Of a field that was saved twice the later one counts.
    const latest = new Map(unanswered.map((change) => [change.field, change]));
    for (const { record, field, value, state, isConfirmed } of latest.values())
      if (!isConfirmed || state === 'released')
        this.simulation.browser.onViolation('form', `${record} ${field} ${JSON.stringify(value)} is called saved, and is ${state}`);
  }

  /** A form opens with the draft that the device has for it. */
  private checkOffered(form: Form): void {
    const { simulation } = this;
    const { context } = form.actor.getSnapshot();
    if (context.restoredDraft === null || this.hasUndone) return;
    const { server } = simulation.browser;
    const entries = simulation.browser.entriesOf(form.userId).filter(({ status }) => status !== 'rejected');
    for (const key of context.edited) {
      const value = context.values[key];
      if (typeof value !== 'string' || value === '') continue;
      const mine = simulation.promises.all.filter(
        (change) => change.userId === form.userId && change.record === form.record && change.field === form.fieldOf(key),
      );
      const isIt = ({ value: put }: { readonly value: unknown }) => JSON.stringify(put)?.includes(JSON.stringify(value)) === true;
      const isOnServer = server.effects.some((effect) => effect.author === form.userId && effect.kind === 'field' && isIt(effect));
      const isPending = entries.some(({ body }) => JSON.stringify(body).includes(JSON.stringify(value)));
      const isGivenUp = mine.some((change) => isIt(change) && (change.state === 'open' || change.state === 'released'));
      if ((isOnServer || isPending) && !isGivenUp)
        simulation.browser.onViolation(
          'draft',
          `${form.record} ${key} ${value} is offered as unsaved, and is ${isOnServer ? 'sent' : 'pending'}`,
        );
    }
  }

  /** Lets the chart come to rest, and compares what it believes with the device. */
  private async settle(tab: Tab, form: Form): Promise<void> {
    const { simulation } = this;
    const { browser } = simulation;
    await browser.scheduler.advance(paceMs);
    if (!this.isHere(tab, form) || form.isOver || hadTrouble(browser.hits)) return;
    const before = browser.disk.commits;
    const fresh = await simulation.peek(tab, form.fresh());
    await browser.scheduler.runUntilIdle();
    if (!fresh || browser.disk.commits !== before || !this.isHere(tab, form)) return;
    const snapshot = form.actor.getSnapshot();
    if (!snapshot.hasTag('ready') || snapshot.hasTag('busy') || snapshot.context.watchLost) return;
    for (const what of differences(form, snapshot.context, fresh)) browser.onViolation('form', what);
    if (snapshot.matches({ ready: { draft: 'resting' } }) && !snapshot.context.draftLost && !this.withoutDraft.has(form))
      this.checkDraft(tab, form, snapshot.context, fresh);
  }

  private checkDraft(tab: Tab, form: Form, context: SettingsContext, fresh: SettingsSnapshot): void {
    // Nothing was typed in the form since it took the draft of a closed tab, which is still that one's.
    const isLeft = fresh.draft?.leftSeq !== undefined && fresh.draft.leftSeq === context.leftDraft;
    const draft = isLeft || fresh.draft?.leftSeq === undefined ? fresh.draft : null;
    const expected = hasDraft(context) ? draftOf(context).values : null;
    // A form that was opened with a draft writes it when somebody types: until then it has what is in the outbox by now, too.
    const isAsOpened = draft !== null && context.restoredDraft !== null && draft.savedAt === context.restoredDraft.savedAt;
    const own = Object.entries(draft?.values ?? {}).filter(([key]) => !isAsOpened || (expected !== null && key in expected));
    if (expected !== null && !(draft !== null && sameJson(Object.fromEntries(own), expected)))
      this.simulation.browser.onViolation(
        'draft',
        `${form.screen.id}: ${JSON.stringify(expected)} is ${JSON.stringify(draft?.values ?? null)}`,
      );
    if (expected === null || isLeft) return;
    const { userId, websiteId, screen } = form;
    this.kept.set(form, { userId, websiteId, screen: screen.id, tab: tab.process.name, values: expected });
  }
}

/** Longer than the pace of a live view, and than a form waits before it stores a draft. ms. */
const paceMs = 600;
/** Longer than a save takes to be sent by another tab. ms. */
const sentMs = 5_000;

/** After these a form may have lost its view of the device. */
const hadTrouble = (hits: ReadonlyMap<string, number>): boolean => ['quota', 'broken device', 'full disk'].some((name) => hits.has(name));

const fieldsOfForm = ({ screen }: Form) => screen.sections.flatMap(({ fields }) => fields);

/** What a form shows and holds, against what the device has. */
function differences(form: Form, context: SettingsContext, fresh: SettingsSnapshot): readonly string[] {
  const overlay = new Map(fresh.settings.map(({ key, value }) => [key, value]));
  return fieldsOfForm(form).flatMap(({ key }): readonly string[] => {
    const field = fieldOf(context, key);
    if (!field || context.pinned.includes(key)) return [];
    const stored = readWire(field, overlay.get(key)).value;
    const isEdited = context.edited.includes(key);
    const [mark, expected] = [context.pendingFields[key], fresh.pendingFields[key]];
    const name = `${form.record} ${form.fieldOf(key)}`;
    return [
      ...(isEdited && form.typed.has(key) && context.values[key] !== form.typed.get(key)
        ? [`${name} had ${JSON.stringify(form.typed.get(key))} typed, and shows ${JSON.stringify(context.values[key])}`]
        : []),
      ...(isEdited || sameJson(context.values[key], stored)
        ? []
        : [`${name} shows ${JSON.stringify(context.values[key])}, and is ${JSON.stringify(stored)}`]),
      ...(mark?.status === expected?.status ? [] : [`${name} is called ${mark?.status ?? 'saved'}, and is ${expected?.status ?? 'saved'}`]),
      ...(mark?.conflict?.opId === expected?.conflict?.opId ? [] : [`${name} asks about another conflict than there is`]),
    ];
  });
}
