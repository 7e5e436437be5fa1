import { vi } from 'vitest';
import { waitMs } from './limits.ts';

// Vitest has a setting for `expect.poll`, and none for these: their default of a second is a bet on the machine's speed.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: waitMs });

const waitUntil = vi.waitUntil;
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? { timeout: waitMs });
