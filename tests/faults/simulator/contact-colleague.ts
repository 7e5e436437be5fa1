import type { Json } from '#contract/json.ts';
import { itemsKey, withOneChange } from './contact-items.ts';
import { contacts } from './contacts.ts';
import { accountOf, secondMark, type WebsiteId } from './places.ts';
import type { Random } from './random.ts';
import { colleague } from './server-request.ts';
import type { Simulation } from './simulation.ts';

/** A colleague adds, changes, removes or moves an item of a contact's list. */
export function changeItems(simulation: Simulation, websiteId: WebsiteId, id: string, random: Random): void {
  const { server } = simulation.browser;
  const from = server.effects.length;
  const label = `c${simulation.count}${websiteId === 'w2' ? secondMark : ''}`;
  const items = withOneChange(server.contactFieldsOf(id).get(itemsKey), label, random);
  send(simulation, websiteId, contacts.calls.update.name, id, { [itemsKey]: items });
  if (simulation.atRest.has(from)) for (let at = from; at < server.effects.length; at += 1) simulation.atRest.add(at);
}

/** A request about a contact from elsewhere. */
export function send({ browser: { server, session } }: Simulation, websiteId: WebsiteId, call: string, id: string, body: Json): void {
  const accountId = accountOf(session?.userId ?? '');
  server.handle({ call, params: { websiteId, id }, query: {}, body, key: null, ifMatch: null, author: colleague, accountId });
}
