import type { Defect } from './defect.ts';

const sender = 'src/io/command-sender.ts';
const blockSenders = 'src/io/block-senders.ts';
const owner = 'src/app/device/send-as-owner.ts';
const operations = 'machines/delivery/delivery.operations.ts';
const classify = 'machines/delivery/classify.ts';

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
    from: 'return compareFields(fields, doubt, (',
    to: "if (fields.some(({ key, mine, theirs: held }) => !sameJson(mine, held) && key !== orderField)) return { kind: 'send' };\n  return compareFields(fields, doubt, (",
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
  {
    name: 'create sent without the key',
    breaks: 'A create carries no idempotency key.',
    file: blockSenders,
    from: 'body: { key, label }, idempotencyKey: row.opId,',
    to: 'body: { key, label },',
  },
  {
    name: 'a new key for each attempt',
    breaks: 'A create that is sent again carries another key.',
    file: blockSenders,
    from: 'body: { key, label }, idempotencyKey: row.opId,',
    to: 'body: { key, label }, idempotencyKey: [row.opId, row.attempts].join(),',
  },
  {
    name: 'no preflight read',
    breaks: 'A save that waited is sent without a look at what a colleague wrote.',
    file: operations,
    from: '(!claim.waited && claim.ifMatch !== null && claim.attempts === 0)',
    to: 'claim.attempts === 0',
  },
  {
    name: 'no read of what is indeterminate',
    breaks: 'What the server may have is sent again without a look.',
    file: operations,
    from: 'claim.row.mayHaveBeenApplied || claim.isToBeDeleted',
    to: 'claim.isToBeDeleted',
  },
  {
    name: 'another user’s token',
    breaks: 'What one user left on the device goes out under the token of the next.',
    file: owner,
    from: 'if (before?.userId !== userId || signal.aborted)',
    to: 'if (!before || signal.aborted)',
  },
  {
    name: 'credentials read at each call',
    breaks: 'A delivery of several calls takes the token of whoever is signed in at each.',
    file: owner,
    from: 'const outcome = await request({ token: before.token, accountId });',
    to: 'const outcome = await request({ get token() { return signedIn()?.token ?? before.token; }, accountId });',
  },
  {
    name: 'renewed for somebody else',
    breaks: 'A request that was refused is made again under the token of the next user.',
    file: owner,
    from: 'const isRenewed = now?.userId === userId && now.token !== before.token;',
    to: 'const isRenewed = now !== null && now.token !== before.token;',
  },
  {
    name: 'page with status 200 taken as ours',
    breaks: 'The page of a captive portal counts as applied.',
    file: classify,
    from: "before it answered in its place.\n    case 'foreign':\n",
    to: "before it answered in its place.\n    case 'foreign':\n      if (problem.kind === 'foreign' && problem.status < 300) return { kind: 'applied' };\n",
  },
  {
    name: 'rejected for want of a sign-in',
    breaks: 'A 401 of ours rejects the entry instead of pausing the outbox.',
    file: classify,
    from: "if (status === 401) return { kind: 'authRequired', error, ...partial };",
    to: "if (status === 401) return { kind: 'rejected', error };",
  },
  {
    name: 'changed meanwhile counts as applied',
    breaks: 'A 409 or 412 counts as applied.',
    file: classify,
    from: "if (status === 409 || status === 412) return { kind: 'reread', error };",
    to: "if (status === 409 || status === 412) return { kind: 'applied' };",
  },
  {
    name: 'change of a deleted block counts as applied',
    breaks: 'What was changed in a block that a colleague has deleted is told as saved.',
    file: 'machines/delivery/compare.ts',
    from: "return { kind: 'conflict', error: { code: 'gone', message: '', fields: {} } };",
    to: "return { kind: 'done' };",
  },
];
