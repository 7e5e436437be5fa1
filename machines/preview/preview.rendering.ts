import { previewSetup, reasonOf, submissionOf } from './preview.setup.ts';

/** What is on the screen now, whatever becomes of it. */
const newContent = previewSetup.createStateConfig({
  on: {
    'content.changed': [
      {
        guard: { type: 'isAnswered', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        target: '#preview.rendering.idle',
        actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'Equal requests are not sent twice.' },
      },
      {
        target: '#preview.rendering.settling',
        reenter: true,
        actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'The latest content wins: what was on its way is given up.' },
      },
    ],
  },
}).on['content.changed'];

const requesting = previewSetup.createStateConfig({
  description: 'The server renders. A newer content ends it.',
  initial: 'fast',
  tags: ['busy'],
  entry: 'beginTurn',
  invoke: {
    id: 'renderPreview',
    src: 'renderPreview',
    input: ({ context }) => submissionOf(context),
    onDone: [
      {
        guard: { type: 'isRendered', params: ({ event }) => ({ answer: event.output }) },
        target: 'idle',
        actions: [{ type: 'takeRendered', params: ({ event }) => ({ answer: event.output }) }, 'announceArrival'],
      },
      { guard: { type: 'isOffline', params: ({ event }) => ({ answer: event.output }) }, target: 'offline' },
      {
        target: 'failed',
        actions: [
          { type: 'explain', params: ({ event }) => ({ message: reasonOf(event.output) }) },
          { type: 'tellFailure', params: ({ event }) => ({ message: reasonOf(event.output) }) },
        ],
      },
    ],
    onError: {
      target: 'failed',
      actions: [
        { type: 'explain', params: { message: '' } },
        { type: 'tellFailure', params: { message: '' } },
      ],
    },
  },
  on: {
    'content.changed': [
      {
        guard: { type: 'isWanted', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'What is being rendered is not asked for again.' },
      },
      ...newContent,
    ],
    'connection.lost': { target: 'offline', actions: 'noteOffline' },
  },
  states: {
    fast: {
      description: 'Too short a wait to show.',
      meta: { testId: 'preview-requesting', sees: 'The page from before.' },
      after: { slowDelay: { target: 'slow' } },
    },
    slow: {
      description: 'It takes longer than 300 ms.',
      tags: ['slow'],
      meta: { testId: 'preview-slow', sees: 'The page from before, and a spinner.' },
    },
  },
});

/** From what the screens show to a page. */
export const rendering = previewSetup.createStateConfig({
  description: 'The page is rendered again whenever what the screens show has settled.',
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is there a connection?',
      always: [{ guard: 'isOnline', target: 'idle' }, { target: 'offline' }],
    },
    idle: {
      description: 'The newest page is what the screens show; or nothing was asked for yet.',
      meta: { testId: 'preview-idle', sees: 'The page.' },
      on: {
        'content.changed': [
          {
            guard: 'isFirst',
            target: 'requesting',
            actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
            meta: { requirement: 'The first content goes at once.' },
          },
          ...newContent,
        ],
        'retry.requested': { guard: 'hasContent', target: 'requesting' },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    settling: {
      description: 'Somebody is typing; 300 ms after the last change the page is asked for.',
      meta: { testId: 'preview-settling', sees: 'The page from before.' },
      after: { editDelay: { target: 'requesting' } },
      on: {
        'content.changed': newContent,
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    requesting,
    failed: {
      description: 'The last page could not be rendered; the one before stays.',
      meta: { testId: 'preview-failed', sees: 'The page from before, the reason, and Try again.' },
      on: {
        'content.changed': newContent,
        'retry.requested': { target: 'requesting' },
        'connection.restored': { target: 'requesting', actions: 'noteOnline' },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    offline: {
      description: 'There is no connection; the last good page stays, with its time.',
      meta: { testId: 'preview-offline', sees: 'Preview from 10:42, or that there is none on this device yet.' },
      on: {
        'content.changed': [
          {
            guard: 'isOnline',
            target: 'settling',
            actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
            meta: { requirement: 'A single call without an answer is no lost connection: the next content tries again.' },
          },
          { actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) } },
        ],
        'connection.restored': [
          { guard: 'isBehind', target: 'requesting', actions: 'noteOnline' },
          { target: 'idle', actions: 'noteOnline' },
        ],
        'retry.requested': { guard: 'hasContent', target: 'requesting' },
      },
    },
  },
});
