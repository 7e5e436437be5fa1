import { expect, it } from 'vitest';
import { describeOutcome, logText } from './log-text.ts';

const dequeued = {
  opId: 'op-1',
  userId: 'u1',
  websiteId: 'w1',
  words: 'Footer: "Phone"',
  outcome: 'rejected',
  by: null,
  at: 2000,
} as const;

it('says of two changes that were joined that they were, and not that one replaced the other', () => {
  expect(describeOutcome({ outcome: 'superseded', by: 'op-2', isJoined: true })).toBe('Joined with another change');
  expect(describeOutcome({ outcome: 'superseded', by: 'op-2' })).toBe('Replaced by a later change');
  expect(describeOutcome({ outcome: 'superseded', by: null })).toBe('Not needed any more');
});

it('writes the dequeued entries and the notifications as CSV, in the order of time', () => {
  const toast = {
    id: 't',
    type: 'error',
    title: '=Error',
    content: 'No.',
    icon: null,
    target: '',
    duration: 0,
    clearable: true,
    action: null,
    source: null,
  } as const;
  expect(logText([dequeued], [{ toast, at: 1000 }]).split('\r\n')).toEqual([
    '"Time","What","Change","Website","Id"',
    '"1970-01-01T00:00:01.000Z","Notification","\'=Error. No.","",""',
    '"1970-01-01T00:00:02.000Z","Refused","Footer: ""Phone""","w1","op-1"',
  ]);
});
