import type { Defect } from './defect.ts';

const sender = 'src/io/command-sender.ts';
const blockSenders = 'src/io/block-senders.ts';

/** Sending, and judging the answer. */
export const sendDefects: readonly Defect[] = [
  {
    name: 'settings sent without the key',
    breaks: 'A save of settings carries no idempotency key.',
    file: sender,
    from: 'body: { data: { settings } },\n          idempotencyKey: row.opId,',
    to: 'body: { data: { settings } },',
  },
  {
    name: 'no If-Match',
    breaks: 'A save of settings is sent without the tag of what it was compared with.',
    file: sender,
    from: '...(ifMatch ? { ifMatch } : {}),',
    to: '',
  },
  {
    name: 'no If-Match with an order',
    breaks: 'An order is sent without the tag of what it was compared with.',
    file: blockSenders,
    from: '...(ifMatch ? { ifMatch } : {}),',
    to: '',
  },
  {
    name: 'stale If-Match kept',
    breaks: 'After a preflight read the tag of the claim is still sent.',
    file: 'machines/delivery/delivery.machine.ts',
    from: '{ read: readAt(context, outcome), ifMatch: outcome.etag }',
    to: '{ read: readAt(context, outcome) }',
  },
  {
    name: 'empty values not sent',
    breaks: 'A field that was emptied is treated as absent.',
    file: sender,
    from: 'body: { data: { settings } },',
    to: 'body: { data: { settings: settings.filter(({ value }) => value !== null) } },',
  },
  {
    name: 'back-off of an hour',
    breaks: 'An entry waits an hour after a failed attempt.',
    file: 'machines/delivery/backoff.ts',
    from: 'return Math.round(shortestMs + random * (ceiling - shortestMs));',
    to: 'return 3_600_000;',
  },
  {
    name: 'conflict resolved as mine',
    breaks: 'What a colleague wrote to the same setting is overwritten without asking.',
    file: 'contract/commands/settings-save.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'block conflict resolved as mine',
    breaks: 'What a colleague wrote to the same setting of a block is overwritten without asking.',
    file: 'contract/commands/blocks.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'conflict resolved as theirs',
    breaks: 'Where a colleague wrote to the same setting, the save counts as applied.',
    file: 'contract/commands/settings-save.ts',
    from: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };",
    to: "return conflicts.length === 0 ? { kind: 'send' } : { kind: 'done' };",
  },
  {
    name: 'half applied counts as applied',
    breaks: 'A save of two settings counts as applied when the server has one of them.',
    file: 'contract/commands/settings-save.ts',
    from: "if (open.length === 0) return { kind: 'done' };",
    to: "if (open.length < body.settings.length) return { kind: 'done' };",
  },
  {
    name: 'lost create found in another block',
    breaks: 'A block of the same kind and name that was there before counts as the one made.',
    file: 'contract/commands/blocks.ts',
    from: ' && !known.includes(block.id)) ?? null',
    to: ') ?? null',
  },
  {
    name: 'lost create never found',
    breaks: 'A create whose answer was lost is sent again although its block is there.',
    file: 'machines/delivery/compare.ts',
    from: "return { kind: findCreated(blocks.output, body.output, row.base) ? 'done' : 'send' };",
    to: "return { kind: 'send' };",
  },
  {
    name: 'lost upload never found',
    breaks: 'An upload whose answer was lost is sent again although its file is there.',
    file: 'machines/delivery/compare.ts',
    from: "return { kind: findUploaded(files.output, body.output, row.base, row.createdAt) ? 'done' : 'send' };",
    to: "return { kind: 'send' };",
  },
];
