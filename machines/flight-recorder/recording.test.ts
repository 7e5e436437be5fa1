import { describe, expect, it } from 'vitest';
import { type Recording, readRecording, recordingFormat, recordingVersion } from './recording.ts';

const recording: Recording = {
  format: recordingFormat,
  version: recordingVersion,
  recordedAt: '2026-01-02T03:04:05.000Z',
  appVersion: '0.1.0+12345678',
  browser: 'Chromium',
  isOnline: true,
  screen: '/websites',
  problem: { name: 'TypeError', stack: ['index.js:1:2'] },
  actors: [
    {
      id: 'x:0',
      machineId: 'session',
      parentId: null,
      startedAt: 1,
      status: 'active',
      dropped: 0,
      events: [{ at: 2, event: { type: 'xstate.init' }, from: null, took: [], value: { signedIn: 'checking' }, status: 'active' }],
    },
  ],
};
const messageOf = (file: string): string => {
  const read = readRecording(file);
  return read.kind === 'refused' ? read.message : 'read';
};

describe('a file of the flight recorder', () => {
  it('is read as it was written', () => {
    expect(readRecording(JSON.stringify(recording))).toEqual({ kind: 'read', recording });
  });

  it.each([
    ['', 'not JSON'],
    [JSON.stringify(recording).slice(0, -20), 'not JSON'],
    ['[]', 'not a recording'],
    ['null', 'not a recording'],
    [JSON.stringify({ format: 'other' }), 'not a recording'],
    [JSON.stringify({ ...recording, version: 2 }), 'another version'],
    [JSON.stringify({ ...recording, actors: {} }), 'damaged'],
    [JSON.stringify({ ...recording, actors: [{ ...recording.actors[0], events: [{}] }] }), 'damaged'],
    [JSON.stringify({ ...recording, actors: [{ ...recording.actors[0], startedAt: 'soon' }] }), 'damaged'],
    [JSON.stringify({ ...recording, browser: 'x'.repeat(3_000) }), 'damaged'],
    [
      JSON.stringify({ ...recording, actors: Array.from({ length: 3_000 }, (_, n) => ({ ...recording.actors[0], id: `x:${n}` })) }),
      'damaged',
    ],
    [JSON.stringify({ ...recording, actors: [recording.actors[0], recording.actors[0]] }), 'damaged'],
    [JSON.stringify(recording).replace('checking', 'x'.repeat(30_000)), 'damaged'],
    [JSON.stringify(recording).replace('"type":"xstate.init"', `"type":"xstate.init","rows":[${'0,'.repeat(20_000)}0]`), 'damaged'],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'not a recording'],
    [JSON.stringify(recording).replace('"checking"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`), 'damaged'],
  ])('is refused with the reason (%#)', (file, reason) => {
    expect(messageOf(file)).toContain(reason);
  });
});
