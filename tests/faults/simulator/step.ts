import type { Category } from '#contract/entities/setting.ts';
import { noFaults, type Fault, type FaultMix, refusing, faultMixOf } from './fake-network.ts';
import type { DiskFault } from './memory-disk.ts';
import type { DrainStep } from './tab-host.ts';
import type { WebsiteId } from './places.ts';
import type { Random } from './random.ts';

/** Fields that the simulated people edit, by category: few, so that several people edit the same one. */
export const settingsFields: readonly (readonly [Category, readonly string[]])[] = [
  ['social', ['fb_link', 'ig_link', 'pinterest_link']],
  ['feeds', ['feed_url']],
];

/** The fields of one category that stand on one screen: a category of three has two screens, which share one field. */
function screensOf(keys: readonly string[]): readonly (readonly string[])[] {
  return keys.length < 3 ? [keys] : [keys.slice(0, 2), keys.slice(1)];
}

/** The fields that a person edits on one screen before they press Save. */
export function editedOf(keys: readonly string[], random: Random): readonly string[] {
  const screen = random.pick(screensOf(keys));
  const first = random.pick(screen);
  return random.chance(0.4) ? [first, ...screen.filter((key) => key !== first)] : [first];
}

/**
 * One step of a schedule. When it runs, it draws its random choices (which block, which entry) from `dice`. `ownFaults`: the faults that its
 * immediate requests meet, instead of those of the network.
 */
export type Step = { readonly dice: number /** Where it is taken; absent: on the first website. */; readonly website?: WebsiteId } & (
  | {
      readonly kind: 'save';
      readonly tab: number;
      readonly value: 'new' | 'refused' | 'null';
      readonly stale: boolean;
      readonly both: boolean;
      /** Another save, in another tab where there is one, while this one is in flight. */
      readonly together: boolean;
      /** A screen reads from the server meanwhile. */
      readonly visiting: boolean;
      readonly ownFaults: FaultMix | null;
    }
  | {
      readonly kind: 'block';
      readonly tab: number;
      readonly change: 'create' | 'copy' | 'delete' | 'show' | 'order' | 'settings' | 'createRefused' | 'twins';
      /** Another change follows: the same change of the same block or, for a new block, another one. */
      readonly twice: boolean;
      readonly ownFaults: FaultMix | null;
    }
  | {
      readonly kind: 'upload';
      readonly tab: number;
      readonly refused: boolean;
      readonly names: boolean;
      readonly ownFaults: FaultMix | null;
    }
  | { readonly kind: 'visit'; readonly tab: number }
  | { readonly kind: 'colleague'; readonly change: 'setting' | 'block' | 'order' | 'delete' | 'create'; readonly after: number }
  | { readonly kind: 'attend'; readonly tab: number; readonly how: 'retry' | 'edit' | 'discard' | 'mine' | 'theirs' }
  | { readonly kind: 'faults'; readonly faultMix: FaultMix }
  | { readonly kind: 'unplug' | 'plug'; readonly tab: number }
  | { readonly kind: 'crash'; readonly tab: number; readonly after: number }
  | { readonly kind: 'freeze'; readonly tab: number; readonly after: number }
  | { readonly kind: 'thaw' }
  /** The server refuses a save for `ms`, the connection fails for a moment, and then everything works. */
  | { readonly kind: 'outage'; readonly tab: number; readonly ms: number }
  /** The tab saves, freezes in the middle, and is resumed after others have had time to take over. */
  | { readonly kind: 'pause'; readonly tab: number; readonly at: DrainStep | 'anywhere'; readonly after: number; readonly ms: number }
  /** Overlapping saves behind one that fails, and a colleague's saves of the same fields. `waits`: until the first save needs attention. */
  | { readonly kind: 'overlap'; readonly tab: number; readonly waits: boolean }
  | { readonly kind: 'openTab' }
  /** The disk fails, `after` this many turns, in the middle of whatever runs then. */
  | { readonly kind: 'quota'; readonly fault: DiskFault; readonly after: number }
  /** A change is made while the device has no room, even after removing everything that it may. */
  | { readonly kind: 'fullDisk'; readonly tab: number; readonly change: 'save' | 'block' | 'upload' | 'record' }
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'signInAgain' }
  /**
   * `after`: this many turns later, in the middle of whatever runs then. `leavingMs`: the time until the store is wiped. `fails`: the wipe
   * fails at first.
   */
  | { readonly kind: 'signOut'; readonly keep: boolean; readonly after: number; readonly leavingMs: number; readonly fails: boolean }
  /** Where another user is signed in, that user signs out first and keeps the pending entries. */
  | { readonly kind: 'signIn'; readonly userId: 'u1' | 'u2'; readonly after: number; readonly leavingMs: number; readonly fails: boolean }
  /**
   * A change that takes several calls, or begins by reading a file; in the middle of it another user takes over the device, behind a
   * sign-out or in another window. `stands`: the tab that sends freezes in the middle, and is resumed when all is over.
   */
  | {
      readonly kind: 'handOver';
      readonly tab: number;
      readonly change: 'order' | 'upload' | 'save';
      readonly how: 'keep' | 'discard' | 'elsewhere';
      readonly stands: boolean;
      readonly after: number;
    }
  /** A change is made that can't be sent yet, and a colleague may change the same record meanwhile; then it is sent. */
  | {
      readonly kind: 'wait';
      readonly tab: number;
      readonly what: 'setting' | 'null' | 'refused' | 'create' | 'copy' | 'settings' | 'order' | 'show' | 'delete' | 'upload';
      readonly why: 'offline' | 'held' | 'expired' | 'tab dies';
      /** The same field, or another one of the record, is changed again; `anew`: after a read from the server in between. */
      readonly again: 'no' | 'yes' | 'anew';
      readonly meets: boolean;
      /** What requests meet when it is sent. */
      readonly faultMix: FaultMix;
      /** How the person then decides about it; `save`: another field of the same record is saved. */
      readonly how: Extract<Step, { readonly kind: 'attend' }>['how'] | 'save' | null;
    }
  /** A new block is deleted while its create is in flight, and the tab that sent the create dies or freezes. */
  | { readonly kind: 'late'; readonly tab: number; readonly ends: boolean }
  /** A form is filled in without a save: typed into, with a file or without, closed, discarded, or saved. */
  | {
      readonly kind: 'type';
      readonly tab: number;
      readonly what: 'text' | 'file' | 'undrafted file' | 'close' | 'discard' | 'save';
      readonly ms: number;
    }
  /**
   * The same form in two tabs. `reopened`: both are filled in, the browser is closed with them, and opened again. `undrafted`: a file is
   * chosen in one without a connection, the device fails to store the draft that would name it, and the form of the other is closed.
   * `drafted`: the draft is stored, and the form itself is closed.
   */
  | { readonly kind: 'windows'; readonly tab: number; readonly how: 'reopened' | 'undrafted' | 'drafted' }
  | {
      readonly kind: 'record';
      readonly tab: number;
      readonly change: RecordChangeKind;
      /** Another change follows: the same change of the same record or, for a new record, another one. */
      readonly twice: boolean;
      /** In a form that was opened long ago. */
      readonly isStale: boolean;
      /** The form reads from the server when it opens. */
      readonly reads: boolean;
      /** The list reads from the server meanwhile. */
      readonly visiting: boolean;
      readonly ownFaults: FaultMix | null;
    }
  /** A form is filled in, saved, discarded or closed, act by act; the chart of the console behind it. */
  | { readonly kind: 'form'; readonly tab: number; readonly what: 'settings' | 'record' | 'block'; readonly acts: readonly FormAct[] }
  /** In the list of the homepage's blocks blocks are moved, hidden, added and deleted. */
  | {
      readonly kind: 'homepage';
      readonly tab: number;
      readonly acts: readonly ('toggle' | 'move' | 'drag' | 'delete' | 'add' | 'back')[];
    }
  /** Records with the same ids are changed on both websites in turn, while nothing can be sent. `at`: which of the first three. */
  | {
      readonly kind: 'bothWebsites';
      readonly tab: number;
      readonly why: Extract<Step, { readonly kind: 'wait' }>['why'];
      readonly changes: readonly ({ readonly website: WebsiteId; readonly at: number } & (
        | { readonly what: 'setting' }
        | { readonly what: 'block'; readonly change: Extract<Step, { readonly kind: 'block' }>['change'] }
        | { readonly what: 'record'; readonly change: RecordChangeKind }
      ))[];
    }
  /** The store stalls for `ms` while somebody saves; then it answers. */
  | { readonly kind: 'stall'; readonly tab: number; readonly ms: number }
  /** The browser removes the store: while it is closed, or (`storeGoneOpen`) under a form that is being filled in. */
  | { readonly kind: 'storeGone' | 'storeGoneOpen'; readonly tab: number }
  /** Something is saved, and the tab ends so many turns later (0: in the same task). `isOvertaken`: another one then saves the same. */
  | {
      readonly kind: 'goneAtOnce';
      readonly tab: number;
      readonly what: 'settings' | 'block';
      readonly after: number;
      readonly isOvertaken: boolean;
    }
  | { readonly kind: 'recordVisit'; readonly tab: number }
  /** The answer to a change comes after a colleague has changed the same record and the list has read from the server. */
  | { readonly kind: 'recordOvertaken'; readonly tab: number; readonly change: 'create' | 'edit' | 'act' }
  | { readonly kind: 'recordColleague'; readonly change: 'edit' | 'rank' | 'delete' | 'create'; readonly after: number }
  /** Records are changed that can't be sent yet, and a colleague may change the same ones meanwhile; then they are sent. */
  | {
      readonly kind: 'recordWait';
      readonly tab: number;
      readonly change: RecordChangeKind;
      readonly why: Extract<Step, { readonly kind: 'wait' }>['why'];
      readonly again: readonly RecordChangeKind[];
      /** The list reads from the server before each of them. */
      readonly looks: boolean;
      readonly meets: boolean;
      readonly faultMix: FaultMix;
      /** What requests meet when it is sent. */
      readonly next: RecordChangeKind | null;
      readonly how: Extract<Step, { readonly kind: 'attend' }>['how'] | null;
    }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'runUntilIdle' }
  /** A newer version of the console, or a defect of an older one, has left an unreadable entry. */
  | { readonly kind: 'poison'; readonly problem: 'newer' | 'malformed' }
  | { readonly kind: 'sendNow'; readonly tab: number }
);

/** What people do in a form. `saveTwice`, `refusedAndSave`: they save again during a save. `meet`: a colleague changes what they edit. */
export type FormAct =
  | 'type'
  | 'empty'
  | 'refused'
  | 'save'
  | 'saveTwice'
  | 'refusedAndSave'
  | 'meet'
  | 'undo'
  | 'discard'
  | 'mine'
  | 'theirs'
  | 'pause'
  | 'close'
  | 'die';

/** What people do with a record. */
type RecordChangeKind = 'create' | 'createRefused' | 'twins' | 'edit' | 'items' | 'null' | 'refused' | 'act' | 'delete';

const hour = 3_600_000;
const jumps = [-hour, -50 * 60_000, 90_000, hour, 365 * 24 * hour, -365 * 24 * hour];

/** Faults after which the effect is on the server, or may come late. */
const indeterminateFaults: readonly Fault[] = [
  'answer lost',
  'answer lost',
  'timeout after',
  '500 after',
  '503 after',
  'gateway page after',
  'wrong shape after',
  'slow answer',
  'slow request',
];

/** For almost every third change: it has its effect, and its answer is lost. */
export function ownFaultsOf(random: Random): FaultMix | null {
  return random.chance(0.3) ? { share: random.pick([0.5, 1]), faults: [random.pick(indeterminateFaults)] } : null;
}

/** Faults that interrupt an order which is sent block by block. */
const partly: readonly Fault[] = ['429', '503 with Retry-After', 'expired token', 'request lost', '422'];

function ownFaultsOfOrder(random: Random): FaultMix | null {
  return random.chance(0.4) ? { share: 0.3, faults: [random.pick(partly)] } : ownFaultsOf(random);
}

/** Half of those who sign out do so while a request is in flight. The server, and a frozen tab, may take up to 8 s. */
function leavingOf(random: Random): { readonly after: number; readonly leavingMs: number; readonly fails: boolean } {
  return { after: random.chance(0.5) ? random.int(60) : 0, leavingMs: random.pick([0, 200, 3_000, 8_000]), fails: random.chance(0.15) };
}

export function stepOf(random: Random): Step {
  const tab = random.int(3);
  const dice = random.int(1_000_000_000);
  const one = random.weighted<() => Step>([
    [
      13,
      () => ({
        dice,
        kind: 'save',
        tab,
        value: random.weighted([
          [8, 'new' as const],
          [1, 'refused' as const],
          [2, 'null' as const],
        ]),
        stale: random.chance(0.2),
        both: random.chance(0.2),
        together: random.chance(0.3),
        visiting: random.chance(0.2),
        ownFaults: ownFaultsOf(random),
      }),
    ],
    [
      8,
      () => {
        const change = random.weighted([
          [4, 'create' as const],
          [1, 'copy' as const],
          [3, 'delete' as const],
          [2, 'show' as const],
          [3, 'order' as const],
          [6, 'settings' as const],
          [1, 'createRefused' as const],
          [2, 'twins' as const],
        ]);
        const ownFaults = change === 'order' ? ownFaultsOfOrder(random) : ownFaultsOf(random);
        return { dice, kind: 'block', tab, change, twice: random.chance(0.3), ownFaults };
      },
    ],
    [3, () => ({ dice, kind: 'upload', tab, refused: random.chance(0.15), names: random.chance(0.8), ownFaults: ownFaultsOf(random) })],
    [2, () => ({ dice, kind: 'visit', tab })],
    [
      4,
      () => ({
        dice,
        kind: 'colleague',
        change: random.pick(['setting', 'setting', 'block', 'order', 'delete', 'create'] as const),
        after: random.chance(0.4) ? random.int(40) : 0,
      }),
    ],
    [3, () => ({ dice, kind: 'attend', tab, how: random.pick(['retry', 'retry', 'edit', 'discard', 'mine', 'theirs'] as const) })],
    [5, () => ({ dice, kind: 'faults', faultMix: faultMixOf(random) })],
    [2, () => ({ dice, kind: 'unplug', tab })],
    [3, () => ({ dice, kind: 'plug', tab })],
    [3, () => ({ dice, kind: 'crash', tab, after: random.int(25) })],
    [2, () => ({ dice, kind: 'freeze', tab, after: random.int(40) })],
    [1, () => ({ dice, kind: 'thaw' })],
    [0.7, () => ({ dice, kind: 'outage', tab, ms: random.pick([12_000, 40_000]) })],
    [
      2,
      () => ({
        dice,
        kind: 'pause',
        tab,
        at: random.pick(['anywhere', 'anywhere', 'recover', 'claim', 'look', 'look', 'send', 'applyResult'] as const),
        after: random.int(60),
        ms: random.pick([2_000, 7_000, 20_000]),
      }),
    ],
    [3, () => ({ dice, kind: 'openTab' })],
    [
      2,
      () => ({
        dice,
        kind: 'quota',
        fault: random.pick(['write', 'commit', 'broken'] as const),
        after: random.chance(0.7) ? random.int(60) : 0,
      }),
    ],
    [1.5, () => ({ dice, kind: 'jump', ms: random.pick(jumps) })],
    [1, () => ({ dice, kind: 'expire' })],
    [2, () => ({ dice, kind: 'signInAgain' })],
    [2, () => ({ dice, kind: 'signOut', keep: random.chance(0.5), ...leavingOf(random) })],
    [2, () => ({ dice, kind: 'signIn', userId: random.pick(['u1', 'u2'] as const), ...leavingOf(random) })],
    [
      2,
      () => ({
        dice,
        kind: 'handOver',
        tab,
        change: random.pick(['order', 'order', 'upload', 'upload', 'save', 'save'] as const),
        how: random.pick(['keep', 'keep', 'discard', 'discard', 'elsewhere', 'elsewhere'] as const),
        stands: random.chance(0.4),
        // Often before the change is stored on the device.
        after: Math.floor(random.int(110) ** 2 / 110),
      }),
    ],
    [
      4,
      () => ({
        dice,
        kind: 'wait',
        tab,
        what: random.weighted([
          [5, 'setting' as const],
          [2, 'null' as const],
          [2, 'refused' as const],
          [2, 'create' as const],
          [2, 'copy' as const],
          [6, 'settings' as const],
          [3, 'order' as const],
          [2, 'show' as const],
          [1, 'delete' as const],
          [2, 'upload' as const],
        ]),
        why: random.pick(['offline', 'held', 'held', 'expired', 'tab dies'] as const),
        again: random.pick(['no', 'yes', 'anew'] as const),
        meets: random.chance(0.5),
        faultMix: random.pick<() => FaultMix>([() => noFaults, () => noFaults, () => refusing, () => faultMixOf(random)])(),
        how: random.chance(0.5) ? random.pick(['retry', 'edit', 'save', 'discard', 'mine', 'theirs'] as const) : null,
      }),
    ],
    [
      4,
      () => ({
        dice,
        kind: 'type',
        tab,
        what: random.pick(['text', 'text', 'text', 'file', 'file', 'close', 'discard', 'save'] as const),
        ms: random.pick([0, 0, 3_000]),
      }),
    ],
    [4, () => ({ dice, kind: 'pass', ms: random.pick([50, 1_000, 6_000, 40_000]) })],
    [1, () => ({ dice, kind: 'runUntilIdle' })],
    [1.5, () => ({ dice, kind: 'poison', problem: random.pick(['newer', 'malformed'] as const) })],
    [1, () => ({ dice, kind: 'sendNow', tab })],
  ]);
  return one();
}

const spread = 15;

/** The random steps of a seed's schedule. Most schedules are short, so that there are many of them, and some are long. */
export function stepsOf(random: Random): readonly Step[] {
  const share = random.int(spread) / spread;
  return Array.from({ length: 2 + Math.floor(share ** 4 * spread) }, () => stepOf(random));
}
