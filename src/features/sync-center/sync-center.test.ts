import { expect, it } from 'vitest';
import { describeNothing } from './sync-center.tsx';

const standing = (pending: number, attention: number) => ({ pending, attention, isSending: false, isTried: false, isUnderWay: false });
const none = { pending: [], attention: [], conflicts: [] };
const unreadable = [{ kind: 'unreadable', seq: 1 }] as never;

it('says that nothing waits only once the outbox has been counted and read, and nothing does', () => {
  expect(describeNothing(null, none)).toBeNull();
  expect(describeNothing(standing(0, 0), null)).toBeNull();
  expect(describeNothing(standing(0, 1), null)).toBeNull();
  expect(describeNothing(standing(2, 0), none)).toBeNull();
  expect(describeNothing(standing(0, 0), { ...none, pending: unreadable })).toBeNull();
  expect(describeNothing(standing(0, 0), none)).toBe('Nothing waits to be sent.');
  expect(describeNothing(standing(0, 1), { ...none, attention: unreadable })).toBe('Nothing else waits.');
});
