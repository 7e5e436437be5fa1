import { describe, expect, it } from 'vitest';
import { chipView } from './chip-view.ts';

const calm = { waiting: 0, attention: 0, warned: false, offline: false, sending: false };

describe('the chip', () => {
  it.each([
    ['Saved', calm],
    ['Saving…', { ...calm, sending: true }],
    ['Saving…', { ...calm, waiting: 2 }],
    ['Saving…', { ...calm, offline: true, waiting: 1, sending: true }],
    ['Saved', { ...calm, offline: true }],
    ['Offline, 1 waiting', { ...calm, offline: true, waiting: 1 }],
    ['Offline', { ...calm, warned: true }],
    ['Offline, 3 waiting', { ...calm, warned: true, waiting: 3 }],
    ['Needs attention', { waiting: 3, attention: 1, warned: true, offline: true, sending: true }],
  ])('says %s', (label, input) => expect(chipView(input).label).toBe(label));
});
