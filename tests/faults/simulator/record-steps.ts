import { changeItems, send } from './contact-colleague.ts';
import { itemsKey, keyOfField } from './contact-items.ts';
import { type ContactKey, contactLabel, contactRecord, contacts, contactsRecord, placeOfContacts } from './contacts.ts';
import { attend } from './attention.ts';
import type { Simulation, Take } from './simulation.ts';
import { noFaults } from './fake-network.ts';
import type { ChangePromise } from './promises.ts';
import { accountOf, secondMark, type WebsiteId } from './places.ts';
import { Random } from './random.ts';
import { changeRecords, type RecordStep, visitRecords } from './record-changes.ts';
import { hold } from './waiting.ts';

/** A colleague edits, deletes or makes a contact. */
export function colleagueChangesRecords(
  simulation: Simulation,
  websiteId: WebsiteId,
  { change }: Take<'recordColleague'>,
  random: Random,
): void {
  const { server, disk } = simulation.browser;
  simulation.count += 1;
  if (!disk.tables.outbox.rows().some(({ status }) => status === 'sending')) simulation.atRest.add(server.effects.length);
  const mark = websiteId === 'w2' ? secondMark : '';
  const value = random.chance(0.25) ? null : `c${simulation.count}${mark}`;
  if (change === 'create')
    return void send(simulation, websiteId, contacts.calls.create.name, '', { name: `C${simulation.count}${mark}`, phone: value });
  const accountId = accountOf(simulation.browser.session?.userId ?? '');
  const all = server.contactList(placeOfContacts({ websiteId, accountId }));
  if (all.length === 0) return;
  const { id } = random.pick(all);
  if (change === 'delete') return void send(simulation, websiteId, contacts.calls.remove.name, id, null);
  const key: ContactKey = change === 'rank' ? 'rank' : random.pick(['phone', 'note', itemsKey] as const);
  if (key === itemsKey) changeItems(simulation, websiteId, id, random);
  else send(simulation, websiteId, contacts.calls.update.name, id, { [key]: value });
}

/** Contacts are changed while nothing can be sent; a colleague may change the same fields; then the outbox is sent. */
export async function waitWithRecords(simulation: Simulation, step: Take<'recordWait'>, random: Random): Promise<void> {
  const { browser } = simulation;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  if (!(simulation.hasView(tab) && simulation.views.get(tab)?.size)) await simulation.visit(tab);
  await visitRecords(simulation, tab);
  const { faultMix } = network;
  const goOn = await hold(simulation, step.why, tab, random);
  const before = simulation.promises.all.length;
  const { dice } = step;
  const take = (change: RecordStep['change'], label: string | undefined) => {
    // Each value follows the one before it, and must not be overwritten by it.
    simulation.promises.moment += 1;
    return changeRecords(
      simulation,
      {
        dice,
        tab: step.tab,
        change,
        twice: false,
        isStale: false,
        reads: false,
        visiting: random.chance(0.2),
        ownFaults: null,
        ...(label === undefined ? {} : { label }),
      },
      new Random(dice + simulation.count),
    );
  };
  await take(step.change, undefined);
  const [made] = simulation.promises.all.slice(before);
  const label = made && labelOf(made);
  const isLate = step.meets && made !== undefined && made.kind !== 'create' && random.chance(0.3);
  if (isLate) network.whileOnItsWay = () => remove(simulation, label);
  else if (step.meets) for (const one of simulation.promises.all.slice(before)) meet(simulation, one, random);
  for (const change of step.again) {
    if (step.looks) await visitRecords(simulation, tab);
    await take(change, label);
  }
  network.faultMix = step.faultMix;
  goOn();
  await scheduler.runUntilIdle();
  network.whileOnItsWay = null;
  if (step.next !== null) await take(step.next, label);
  if (step.how) await attend(simulation, { kind: 'attend', dice, tab: step.tab, how: step.how }, random);
  await scheduler.runUntilIdle();
  network.faultMix = faultMix;
}

/** The answer to a change comes late: by then a colleague has changed the same contact, and the list shows that. */
export async function overtakeRecords(simulation: Simulation, step: Take<'recordOvertaken'>, random: Random): Promise<void> {
  const { browser } = simulation;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  if (browser.session === null || tab.process.state !== 'running') return;
  const { faultMix } = network;
  await visitRecords(simulation, tab);
  const before = simulation.promises.all.length;
  network.faultMix = { share: 1, faults: ['slow answer'], spares: 0 };
  const { dice, change } = step;
  await changeRecords(
    simulation,
    { dice, tab: step.tab, change, twice: false, isStale: false, reads: true, visiting: false, ownFaults: null },
    random,
  );
  network.faultMix = noFaults;
  const made = simulation.promises.all[before];
  const contact = made && browser.server.contactList().find(({ name }) => contactLabel(name) === labelOf(made));
  // Values that this person has written may come back.
  const key = change === 'create' ? 'rank' : random.pick(['phone', 'note'] as const);
  simulation.count += 1;
  if (contact)
    send(simulation, simulation.websiteId, contacts.calls.update.name, contact.id, { [key]: `c${simulation.count}${simulation.mark}` });
  const other = browser.alive().find((one) => one !== tab && one.process.state === 'running');
  await visitRecords(simulation, other ?? tab);
  // The cache is checked while the answer is on its way.
  await simulation.onAttend();
  await scheduler.advance(21_000);
  network.faultMix = faultMix;
}

/** A colleague sets one field of the contact with this name. */
export function colleagueSetsContact(simulation: Simulation, name: string, field: string): void {
  const { server, disk } = simulation.browser;
  const contact = server.contactList(simulation.placeOfContacts).find((one) => contactLabel(one.name) === contactLabel(name));
  if (!contact) return;
  simulation.count += 1;
  if (!disk.tables.outbox.rows().some(({ status }) => status === 'sending')) simulation.atRest.add(server.effects.length);
  const value = `c${simulation.count}${simulation.mark}`;
  send(simulation, simulation.websiteId, contacts.calls.update.name, contact.id, { [field]: value });
}

function labelOf({ record, field }: ChangePromise): string {
  return record === contactsRecord ? field : record.slice(contactRecord('').length);
}

function remove(simulation: Simulation, label: string | undefined): void {
  const contact = simulation.browser.server.contactList().find(({ name }) => contactLabel(name) === label);
  if (contact) send(simulation, simulation.websiteId, contacts.calls.remove.name, contact.id, null);
}

/** A colleague changes the same field while this device has no request in flight. */
function meet(simulation: Simulation, change: ChangePromise, random: Random): void {
  const { server, disk } = simulation.browser;
  simulation.count += 1;
  if (disk.tables.outbox.rows().some(({ status }) => status === 'sending')) return;
  const contact = server.contactList().find(({ name }) => contactLabel(name) === labelOf(change));
  if (!contact) return;
  simulation.atRest.add(server.effects.length);
  if (simulation.count % 5 === 0) send(simulation, simulation.websiteId, contacts.calls.remove.name, contact.id, null);
  else if (keyOfField(change.field) === itemsKey) changeItems(simulation, simulation.websiteId, contact.id, random);
  else if (change.kind === 'field' && change.field !== 'name')
    send(simulation, simulation.websiteId, contacts.calls.update.name, contact.id, {
      [change.field]: `c${simulation.count}${simulation.mark}`,
    });
}
