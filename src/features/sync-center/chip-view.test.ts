import { describe, expect, it } from 'vitest';
import { chipView } from './chip-view.ts';

const offline = { kind: 'noAnswer' } as const;
const trouble = { kind: 'trouble', status: 502, message: '', isForeign: true } as const;

const idle = {
  isLoaded: true,
  pending: 0,
  attention: 0,
  unreported: 0,
  isWarned: false,
  disconnection: null,
  isSending: false,
  isDelayed: false,
  isSubmitting: false,
  isUnsaved: false,
};

describe('the chip', () => {
  it.each([
    ['Saved', idle],
    ['Checking…', { ...idle, isLoaded: false }],
    ['Unsaved', { ...idle, isLoaded: false, isUnsaved: true }],
    ['Saving…', { ...idle, isSending: true }],
    ['Saving…', { ...idle, pending: 2 }],
    ['Saving…', { ...idle, disconnection: offline, pending: 1, isSending: true }],
    ['Saving…', { ...idle, pending: 2, isDelayed: true, isSending: true }],
    ['On this device: 2', { ...idle, pending: 2, isDelayed: true }],
    ['Unsaved', { ...idle, isUnsaved: true }],
    ['Unsaved', { ...idle, isUnsaved: true, isSending: true, pending: 1 }],
    ['Saving…', { ...idle, isSubmitting: true }],
    ['Saving…', { ...idle, unreported: 1 }],
    ['Offline · Saving…', { ...idle, isWarned: true, disconnection: offline, isSubmitting: true }],
    ['Unsaved', { ...idle, isSubmitting: true, isUnsaved: true }],
    ['Saved', { ...idle, disconnection: offline }],
    ['Offline · On this device: 1', { ...idle, disconnection: offline, pending: 1 }],
    ['Offline', { ...idle, isWarned: true, disconnection: offline }],
    ['Offline · Unsaved', { ...idle, isWarned: true, disconnection: offline, isUnsaved: true, pending: 3 }],
    ['Offline · On this device: 3', { ...idle, isWarned: true, disconnection: offline, pending: 3 }],
    ['Server trouble', { ...idle, isWarned: true, disconnection: trouble }],
    ['Server trouble · On this device: 1', { ...idle, disconnection: trouble, pending: 1 }],
    ['Server trouble · Needs attention: 1', { ...idle, disconnection: trouble, isWarned: true, attention: 1 }],
    ['Needs attention', { ...idle, pending: 3, attention: 1, isSending: true, isUnsaved: true }],
    ['Offline · Needs attention: 1', { ...idle, pending: 3, attention: 1, isWarned: true, disconnection: offline, isUnsaved: true }],
  ])('says %s', (label, input) => expect(chipView(input).label).toBe(label));
});
