import { orderField } from '#contract/resources/blocks.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { sameTarget } from '#db/outbox-entries.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { Browser } from './browser.ts';
import { staleFields } from './cache-check.ts';
import { CacheHistory } from './cache-history.ts';
import { falseConflicts, type Finding } from './compare.ts';
import { askedField, askedFieldOf } from './contacts.ts';
import { askedKey } from './simulation.ts';
import { sentElsewhere } from './second-website.ts';
import type { People } from './people.ts';
import { notKnown } from './progress-checks.ts';
import { leftOutOfQuestions, notShown, wronglyFiled, wrongTags } from './rest-checks.ts';
import type { WebsiteId } from './places.ts';
import type { Tab } from './tab.ts';
import { looseEnds } from './tie-checks.ts';

/** Error codes of the console itself, which can only follow a discard or a rejection. */
const codesOfMissing: ReadonlySet<string> = new Set(['file_gone', 'not_made']);
/** Error codes that must not end a save: the console asks for the sign-in instead. */
const neverRejected: ReadonlySet<string> = new Set(['unauthenticated', 'fault', 'unreadable']);

/** Checks the outbox after each step: every new question to a person, and every entry that was dequeued. */
export class EntryWatch {
  readonly findings: Finding[] = [];
  private readonly browser: Browser;
  private readonly people: People;
  private readonly conflicts = new Set<string>();
  private readonly rejected = new Set<string>();
  private readonly askedFields = new Set<string>();
  private readonly rejectedBlocks = new Set<string>();
  private readonly history: CacheHistory;
  private looks = 0;
  /** How many of the server's effects have been checked. */
  private checkedEffects = 0;
  private before: ReadonlyMap<string, string> = new Map();

  constructor(browser: Browser, people: People) {
    this.browser = browser;
    this.history = new CacheHistory(browser);
    this.people = people;
  }

  async look(): Promise<void> {
    this.checkLeft();
    const { browser, people } = this;
    const userId = browser.session?.userId;
    if (browser.violations.length === 0) {
      for (const what of this.sentElsewhere()) browser.onViolation('wrong website', what);
      for (const what of [...people.typing.check(), ...people.forms.check()]) browser.onViolation('draft', what);
      for (const what of userId === undefined ? [] : staleFields(browser, userId)) browser.onViolation('stale cache', what);
      for (const what of browser.logChecks.waitingForDeleted()) browser.onViolation('left behind', what);
      for (const what of leftOutOfQuestions(browser.disk)) browser.onViolation('out of order', what);
      for (const what of wronglyFiled(browser.disk)) browser.onViolation('not found by its index', what);
      for (const what of userId === undefined ? [] : wrongTags(browser, userId)) browser.onViolation('wrong tag', what);
    }
    const tab = browser.alive().find((one) => one.process.state === 'running');
    if (!tab || userId === undefined) return;
    if (browser.violations.length === 0 && people.isAtWork(userId)) people.storeLoss.check(userId);
    if (browser.violations.length === 0) await this.checkShown(tab, userId);
    // A user who was signing out may have left meanwhile.
    if (browser.violations.length === 0 && people.isAtWork(userId)) this.checkRest(userId);
    for (const entry of browser.entriesOf(userId)) {
      if (entry.status !== 'conflict' && entry.status !== 'rejected') continue;
      people.asked.set(entry.opId, entry.lastError?.code ?? '');
      for (const field of Object.keys(entry.lastError?.theirs ?? {})) this.askedFields.add(`${userId} ${askedFieldOf(entry, field)}`);
      if (entry.status === 'rejected') this.checkRejected(entry);
      if (entry.status === 'rejected' && mutationName(entry) === 'block.create')
        this.rejectedBlocks.add((entry.body as { readonly label: string }).label);
      if (entry.status !== 'conflict' || this.conflicts.has(entry.opId)) continue;
      this.conflicts.add(entry.opId);
      this.checkAskedAgain(entry);
      this.findings.push(...falseConflicts(entry, browser.server, await people.labels(tab, userId), this.unexpectedOf(entry)));
    }
  }

  /** Entries that were discarded or rejected and still had their effect: later changes do not expect that effect. */
  private unexpectedOf(entry: OutboxEntry): ReadonlySet<string> {
    const { userId, seq } = entry;
    const { abandoned, takenBack, toBeDiscarded } = this.people;
    const { log } = this.browser.disk.tables;
    // An entry that was dequeued in any other way is in the log.
    const isDiscarded = (opId: string) => !this.browser.entryOf(opId) && !log.rows().some((line) => line.opId === opId);
    const refused = this.browser
      .entriesOf(userId)
      // An edit from before the delete too: a delete passes edits that are behind a conflict.
      .filter((other) => other.mutation === 'delete' && other.status === 'rejected' && sameTarget(other, entry));
    const before = [...takenBack].flatMap(([opId, last]) => (seq > last ? [opId] : []));
    const discarded = [...toBeDiscarded].filter(isDiscarded);
    return new Set([
      ...abandoned,
      ...discarded,
      ...before,
      ...refused.flatMap(({ opId, mayHaveBeenApplied }) => (mayHaveBeenApplied ? [opId] : [])),
    ]);
  }

  /** Whether a person was asked about this field, and kept their own value. */
  readonly hasDecided = (userId: string, field: string, theirs: Json): boolean => this.people.decided.has(askedKey(userId, field, theirs));

  /** Whether the create of a block with this name was rejected once: orders are sent without it. */
  readonly wasRejected = (label: string): boolean => this.rejectedBlocks.has(label);

  readonly wasAskedAbout = (userId: string, field: string): boolean => this.askedFields.has(`${userId} ${field}`);

  /** While the simulation is idle, each tab shows the stored outbox. */
  private async checkShown(tab: Tab, userId: string): Promise<void> {
    const { browser } = this;
    const before = browser.disk.commits;
    this.looks += 1;
    const found = await this.people.peek(
      tab,
      notShown(browser, tab.store, userId, this.looks, browser.hasContacts, this.websiteAt(this.looks)),
    );
    if (browser.disk.commits === before) for (const what of found ?? []) browser.onViolation('not shown', what);
  }

  private sentElsewhere(): readonly string[] {
    const { effects } = this.browser.server;
    const fresh = effects.slice(this.checkedEffects);
    this.checkedEffects = effects.length;
    return sentElsewhere(fresh);
  }

  private websiteAt(turn: number): WebsiteId {
    return this.browser.hasSecondWebsite && turn % 2 === 0 ? 'w2' : 'w1';
  }

  /** The invariants that must hold whenever the simulation is idle. */
  private checkRest(userId: string): void {
    const { browser } = this;
    for (const what of notKnown(browser, userId)) browser.onViolation('not known', what);
    for (const what of looseEnds(browser.disk)) browser.onViolation('loose end', what);
    for (const what of this.history.check(browser, userId)) browser.onViolation('stale cache', what);
  }

  /** Nobody is asked twice about the same value of somebody else, whatever they chose. */
  private checkAskedAgain(entry: OutboxEntry): void {
    const { userId, lastError } = entry;
    for (const [field, theirs] of Object.entries(lastError?.theirs ?? {})) {
      const asked = askedFieldOf(entry, field);
      const since = this.people.decided.get(askedKey(userId, asked, theirs));
      if (since === undefined) continue;
      const isNew = this.browser.server.effects
        .slice(since)
        .some((effect) =>
          field === orderField
            ? effect.kind !== 'field' && effect.kind !== 'uploaded'
            : effect.author !== userId && askedField(effect) === asked && sameJson(effect.value, theirs),
        );
      if (!isNew) this.findings.push({ kind: 'false conflict', what: `${field}: ${JSON.stringify(theirs)} was decided about already` });
    }
  }

  /** Every dequeued entry must be in the log, and every entry in the log must be dequeued. */
  private checkLeft(): void {
    const { browser, people } = this;
    const { outbox, log } = browser.disk.tables;
    const now = new Map<string, string>();
    for (const { opId, userId } of outbox.rows()) now.set(String(opId), String(userId));
    for (const [opId, userId] of this.before)
      if (
        !now.has(opId) &&
        !people.forgotten.has(userId) &&
        !people.leaving.has(userId) &&
        log.find(log.indexOf('opId'), (key) => key === opId).length === 0
      )
        this.findings.push({ kind: 'silently dropped', what: `${opId} of ${userId} is neither in the outbox nor in the log` });
    people.forgotten.clear();
    this.before = now;
  }

  /** The record or file that the entry names is on the server, or still being sent there. */
  private isMadeHere({ body, opId }: OutboxEntry): boolean {
    const text = JSON.stringify(body);
    const { idMap, outbox } = this.browser.disk.tables;
    const makers = outbox.rows().filter((entry) => entry['opId'] !== opId && entry['status'] !== 'rejected');
    const localIds = [...idMap.rows().map(({ localId }) => localId), ...makers.map(({ body: made }) => localIdOf(made))];
    return localIds.some((localId) => localId !== null && text.includes(localId));
  }

  private checkRejected(entry: OutboxEntry): void {
    if (this.rejected.has(entry.opId)) return;
    this.rejected.add(entry.opId);
    const { code = '', message = '' } = entry.lastError ?? {};
    const isMissing = codesOfMissing.has(code) && (this.people.hasDiscarded || this.rejected.size > 1) && !this.isMadeHere(entry);
    const isExplained = codesOfMissing.has(code) ? isMissing : !neverRejected.has(code);
    if (!isExplained)
      this.browser.onViolation('falsely rejected', `${mutationName(entry)} ${JSON.stringify(entry.body)}: ${code} ${message}`);
  }
}

function localIdOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'localId' in body && typeof body.localId === 'string' ? body.localId : null;
}
