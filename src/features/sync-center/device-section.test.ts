import { expect, it } from 'vitest';
import { describeProgress, describeStored } from './device-section.tsx';

it('says nothing of the space before the browser was asked', () => {
  expect(describeStored(undefined)).toBeNull();
  expect(describeStored({ usage: null, persisted: false })).toMatch(/^The browser does not say how much space is used\. /u);
  const usage = { usedBytes: 74_000, quotaBytes: 11e9 };
  expect(describeStored({ usage, persisted: true })).toBe('74 kB used of 11 GB allowed. The browser keeps it until you remove it.');
});

it('counts the parts of a website only once it is known how many there are', () => {
  expect(describeProgress({ done: 0, all: 0 }, false)).toBe('Starting.');
  expect(describeProgress({ done: 0, all: 0 }, true)).toBe('Cancelled.');
  expect(describeProgress({ done: 3, all: 23 }, false)).toBe('3 of 23 parts are on this device.');
  expect(describeProgress({ done: 3, all: 23 }, true)).toBe('Cancelled. 3 of 23 parts are on this device.');
});
