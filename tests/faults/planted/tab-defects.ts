import type { Defect } from './defect.ts';

const drafts = 'db/drafts.ts';
const unnamed = 'db/unnamed-files.ts';

/** Defects of tabs, the drain lock and the machines. */
export const tabDefects: readonly Defect[] = [
  {
    name: 'two leaders',
    breaks: 'Every tab drains, with no lock.',
    file: 'src/io/drain-lock.ts',
    from: 'await locks.request(name, { signal: ended }, turn).catch(',
    to: 'await turn().catch(',
  },
  {
    name: 'no heartbeat',
    breaks: 'A tab that drains shows no sign of life, and its lock is stolen from it.',
    file: 'db/fence.ts',
    from: 'await db.leases.update(userId, { beatAt: now() });',
    to: '',
  },
  {
    name: 'a lost lock goes on',
    breaks: 'A tab is not notified when its lock is stolen.',
    file: 'src/io/drain-lock.ts',
    from: "if (granted && error instanceof DOMException && error.name === 'AbortError') listener.lost();",
    to: "if (granted && error instanceof DOMException && error.name === 'AbortError') return;",
    explained:
      'The browser’s word is the third guard: the epoch has passed before each call and each write, and the next sign of life, half a second later, ends the drain as well.',
  },
  {
    name: 'a passed epoch rests for good',
    breaks: 'A tab that was fenced off never looks at the outbox again.',
    file: 'machines/sync/sync.machine.ts',
    from: "invoke: { id: 'waitAfterFence', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },\n      on: {\n        'wait.ended': { target: 'deciding' },\n        'outbox.changed': { target: 'deciding' },",
    to: "invoke: { id: 'waitAfterFence', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },\n      on: {",
  },
  {
    name: 'a failed device rests for good',
    breaks: 'A tab whose device failed once never looks at the outbox again.',
    file: 'machines/sync/sync.machine.ts',
    from: "on: { 'wait.ended': { target: 'deciding' }, 'drain.requested': { target: 'deciding', actions: 'hasten' } },",
    to: "on: { 'drain.requested': { target: 'deciding', actions: 'hasten' } },",
    explained:
      'Few schedules have a single tab whose device fails, and which nothing else wakes afterwards. `sync.machine.test.ts` fails with it.',
  },
  {
    name: 'new entries not noticed at rest',
    breaks: 'A tab that has nothing to send is not notified of new entries.',
    file: 'machines/sync/sync.machine.ts',
    from: "'outbox.changed': { target: 'peeking' },\n        'drain.requested': { target: 'peeking', actions: 'hasten' },\n      },\n    },\n    working,",
    to: "'drain.requested': { target: 'peeking', actions: 'hasten' },\n      },\n    },\n    working,",
  },
  {
    name: 'other tabs’ entries not noticed',
    breaks: 'A tab is notified only of its own entries.',
    file: 'db/watch.ts',
    from: 'watch(() => readSummary(db, userId), callback, paceMs), onFailed)',
    to: '(readSummary(db, userId).then(callback, onFailed), () => undefined), onFailed)',
  },
  {
    name: 'renewed sign-in not noticed',
    breaks: 'The outbox stays paused after the same user has signed in again.',
    file: 'machines/sync/sync.machine.ts',
    from: "target: 'deciding',\n          actions: 'clearExpired',",
    to: "actions: 'clearExpired',",
  },
  {
    name: 'due time forgotten',
    breaks: 'A tab that waits for the next attempt does not wake when that is due.',
    file: 'machines/sync/sync.machine.ts',
    from: "'wait.ended': { target: 'peeking' },\n",
    to: '',
  },
  {
    name: 'heartbeat never looked at',
    breaks: 'A frozen tab keeps the lock for as long as it is frozen.',
    file: 'src/io/drain-lock.ts',
    from: 'if (looks * beatMs >= (isHidden() ? hiddenStaleMs : staleMs) * patienceWith(lease)) onStale();',
    to: 'if (looks * beatMs >= Number.POSITIVE_INFINITY) onStale();',
  },
  {
    name: 'one draft for two tabs',
    breaks: 'What is typed in one tab takes away what is typed in another.',
    file: drafts,
    from: 'filter(({ tab, seq }) => tab === tabs.own || seq === replaces)',
    to: 'filter(({ seq }) => seq !== -1 || replaces === -1)',
  },
  {
    name: 'a draft of an open tab is offered',
    breaks: 'A second tab begins with what is being typed in the first, and takes its place.',
    file: drafts,
    from: 'rows.findLast(({ tab }) => !living.includes(tab))',
    to: 'rows.findLast(({ tab }) => !living.includes(tab) || tab !== tabs.own)',
  },
  {
    name: 'the oldest draft is offered',
    breaks: 'Of what closed tabs have left the oldest is offered.',
    file: drafts,
    from: 'rows.findLast(({ tab })',
    to: 'rows.find(({ tab })',
  },
  {
    name: 'one tab drops the file of another',
    breaks: 'Leaving a screen discards the file that another tab has chosen and not saved.',
    file: unnamed,
    from: 'if (files.some((file) => file?.tab !== undefined && otherTabs.includes(file.tab))) continue;',
    to: '',
  },
  {
    name: 'a drafted file is dropped',
    breaks: 'Leaving a screen discards the file that its draft names.',
    file: unnamed,
    from: 'const named = [...keptIds, ...(await db.tabDrafts',
    to: 'const named = [...keptIds] || [...(await db.tabDrafts',
  },
  {
    name: 'a stopped outbox goes on',
    breaks: 'Whoever has chosen to sign out goes on sending.',
    file: 'src/offline/sign-out.ts',
    from: 'const release = await seize(userId);',
    to: 'const release = (): void => undefined;',
  },
  {
    name: 'a start that can’t tidy up fails',
    breaks: 'On a device that is full or fails the store does not open, and nobody sees what waits.',
    file: 'db/client-store.ts',
    from: 'forgetOld().catch(fail);',
    to: 'forgetOld();',
  },
  {
    name: 'end of a sign-in not reported',
    breaks: 'The token is refused while the outbox is sent, and nobody is asked to sign in again.',
    file: 'machines/sync/sync.machine.ts',
    from: 'if (expired && !context.expired) enqueue.emit',
    to: 'if (expired && context.expired) enqueue.emit',
  },
  {
    name: 'end of a drain not reported',
    breaks: 'The pending entries were sent, and no message says so.',
    file: 'machines/sync/sync.machine.ts',
    from: 'if (context.sent > 0) enqueue.emit',
    to: 'if (context.sent > 1) enqueue.emit',
  },
  {
    name: 'what waits in another tab not noticed',
    breaks: 'A tab does not begin to send what another one has put in the outbox, and what was there when it was opened.',
    file: 'src/offline/watch-outbox.ts',
    from: 'if (pending > (before?.pending ?? 0) || begins || isDecided)',
    to: 'if (begins || isDecided)',
  },
];
