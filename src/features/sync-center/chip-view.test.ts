import { describe, expect, it } from 'vitest';
import { chipView } from './chip-view.ts';

const calm = {
  known: true,
  waiting: 0,
  attention: 0,
  unreported: 0,
  warned: false,
  offline: false,
  sending: false,
  held: false,
  submitting: false,
  unsaved: false,
};

describe('the chip', () => {
  it.each([
    ['Saved', calm],
    ['Checking…', { ...calm, known: false }],
    ['Unsaved', { ...calm, known: false, unsaved: true }],
    ['Saving…', { ...calm, sending: true }],
    ['Saving…', { ...calm, waiting: 2 }],
    ['Saving…', { ...calm, offline: true, waiting: 1, sending: true }],
    ['Saving…', { ...calm, waiting: 2, held: true, sending: true }],
    ['On this device: 2', { ...calm, waiting: 2, held: true }],
    ['Unsaved', { ...calm, unsaved: true }],
    ['Unsaved', { ...calm, unsaved: true, sending: true, waiting: 1 }],
    ['Saving…', { ...calm, submitting: true }],
    ['Saving…', { ...calm, unreported: 1 }],
    ['Offline · Saving…', { ...calm, warned: true, submitting: true }],
    ['Unsaved', { ...calm, submitting: true, unsaved: true }],
    ['Saved', { ...calm, offline: true }],
    ['Offline · On this device: 1', { ...calm, offline: true, waiting: 1 }],
    ['Offline', { ...calm, warned: true }],
    ['Offline · Unsaved', { ...calm, warned: true, unsaved: true, waiting: 3 }],
    ['Offline · On this device: 3', { ...calm, warned: true, waiting: 3 }],
    ['Needs attention', { ...calm, waiting: 3, attention: 1, sending: true, unsaved: true }],
    ['Offline · Needs attention: 1', { ...calm, waiting: 3, attention: 1, warned: true, offline: true, unsaved: true }],
  ])('says %s', (label, input) => expect(chipView(input).label).toBe(label));
});
