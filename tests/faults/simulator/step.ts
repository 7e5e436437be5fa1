import type { Category } from '#contract/entities/setting.ts';
import { clear, type Fault, faults, type Weather } from './fake-network.ts';
import type { DiskFault } from './memory-disk.ts';
import type { DrainStep } from './tab-host.ts';
import type { Random } from './random.ts';

/** Fields that the simulated people edit, by category: few, so that they meet in one. */
export const settingsFields: readonly (readonly [Category, readonly string[]])[] = [
  ['social', ['fb_link', 'ig_link', 'pinterest_link']],
  ['feeds', ['feed_url']],
];

/** The fields of one category that stand on one screen: of three there are two screens, which share one. */
function screensOf(keys: readonly string[]): readonly (readonly string[])[] {
  return keys.length < 3 ? [keys] : [keys.slice(0, 2), keys.slice(1)];
}

/** What a person edits on one screen before they press Save: one field, or several. */
export function editedOf(keys: readonly string[], random: Random): readonly string[] {
  const screen = random.pick(screensOf(keys));
  const first = random.pick(screen);
  return random.chance(0.4) ? [first, ...screen.filter((key) => key !== first)] : [first];
}

/**
 * One thing that happens. What it needs of chance (which block, which entry) is drawn when it happens, from `dice`. `fate`: what the
 * requests meet that it makes at once, whatever the weather.
 */
export type Step = { readonly dice: number } & (
  | {
      readonly kind: 'save';
      readonly tab: number;
      readonly value: 'new' | 'refused' | 'null';
      readonly stale: boolean;
      readonly both: boolean;
      /** Another save, of another tab where there is one, while this one is on its way. */
      readonly together: boolean;
      /** A screen asks the server meanwhile. */
      readonly visiting: boolean;
      readonly fate: Weather | null;
    }
  | {
      readonly kind: 'block';
      readonly tab: number;
      readonly change: 'create' | 'copy' | 'delete' | 'show' | 'order' | 'settings' | 'createRefused' | 'twins';
      /** Another change follows: the same of the same block, and of a new block something else. */
      readonly twice: boolean;
      readonly fate: Weather | null;
    }
  | { readonly kind: 'upload'; readonly tab: number; readonly refused: boolean; readonly names: boolean; readonly fate: Weather | null }
  | { readonly kind: 'visit'; readonly tab: number }
  | { readonly kind: 'colleague'; readonly change: 'setting' | 'block' | 'order' | 'delete' | 'create'; readonly after: number }
  | { readonly kind: 'attend'; readonly tab: number; readonly how: 'retry' | 'edit' | 'discard' | 'mine' | 'theirs' }
  | { readonly kind: 'weather'; readonly weather: Weather }
  | { readonly kind: 'unplug' | 'plug'; readonly tab: number }
  | { readonly kind: 'crash'; readonly tab: number; readonly after: number }
  | { readonly kind: 'freeze'; readonly tab: number; readonly after: number }
  | { readonly kind: 'thaw' }
  /** The server refuses a save for so long, the connection dies for a moment, and then everything works. */
  | { readonly kind: 'outage'; readonly tab: number; readonly ms: number }
  /** The tab saves, stands still in the middle of it, and goes on when others have had time to take over. */
  | { readonly kind: 'nap'; readonly tab: number; readonly at: DrainStep | 'anywhere'; readonly after: number; readonly ms: number }
  /** Overlapping saves behind one that fails, and a colleague's beside them. `waits`: until the first one needs attention. */
  | { readonly kind: 'quarrel'; readonly tab: number; readonly waits: boolean }
  | { readonly kind: 'openTab' }
  /** In the middle of what goes on so many turns later. */
  | { readonly kind: 'quota'; readonly fault: DiskFault; readonly after: number }
  /** Something is changed while the device has no room for anything, whatever it clears. */
  | { readonly kind: 'fullDisk'; readonly tab: number; readonly change: 'save' | 'block' | 'upload' | 'record' }
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'signInAgain' }
  /** `after`: so many turns later, in the middle of what goes on then. `leavingMs`: until the device is wiped. `fails`: it fails at first. */
  | { readonly kind: 'signOut'; readonly keep: boolean; readonly after: number; readonly leavingMs: number; readonly fails: boolean }
  /** Where somebody else is signed in they sign out first, and keep what waits. */
  | { readonly kind: 'signIn'; readonly userId: 'u1' | 'u2'; readonly after: number; readonly leavingMs: number; readonly fails: boolean }
  /**
   * A change of several calls, or of a file that is read first; in the middle of it somebody else takes the device over: behind a
   * sign-out, or in another window. `stands`: the tab that sends stands still in the middle, and goes on when all is over.
   */
  | {
      readonly kind: 'handOver';
      readonly tab: number;
      readonly change: 'order' | 'upload' | 'save';
      readonly how: 'keep' | 'discard' | 'elsewhere';
      readonly stands: boolean;
      readonly after: number;
    }
  /** Something is changed that can't be sent yet, and somebody else may change the same meanwhile; then it goes. */
  | {
      readonly kind: 'wait';
      readonly tab: number;
      readonly what: 'setting' | 'null' | 'refused' | 'create' | 'copy' | 'settings' | 'order' | 'show' | 'delete' | 'upload';
      readonly why: 'offline' | 'held' | 'expired' | 'tab dies';
      /** The same is changed again, or something else of it; `anew`: by who has asked the server in between. */
      readonly again: 'no' | 'yes' | 'anew';
      readonly meets: boolean;
      /** What it meets on its way. */
      readonly weather: Weather;
      /** What is done about it then; `save`: something else of the same record is saved. */
      readonly how: Extract<Step, { readonly kind: 'attend' }>['how'] | 'save' | null;
    }
  /** A new block is deleted while its request is on its way, and the tab that sent it ends, or stands still. */
  | { readonly kind: 'late'; readonly tab: number; readonly ends: boolean }
  /** A form is filled in and not saved: typed into, with a file or without, closed, given up, or saved. */
  | {
      readonly kind: 'type';
      readonly tab: number;
      readonly what: 'text' | 'file' | 'undrafted file' | 'close' | 'discard' | 'save';
      readonly ms: number;
    }
  /**
   * The same form in two tabs. `reopened`: it is filled in in both, the browser is closed with them, and opened again. `undrafted`: a file is
   * chosen in one without a connection, the device fails to keep the draft that would name it, and the form of the other is closed.
   * `drafted`: the draft is kept, and the form itself is closed.
   */
  | { readonly kind: 'windows'; readonly tab: number; readonly how: 'reopened' | 'undrafted' | 'drafted' }
  | {
      readonly kind: 'record';
      readonly tab: number;
      readonly change: RecordChangeKind;
      /** Another change follows: the same of the same record, and of a new one something else. */
      readonly twice: boolean;
      /** In a form that has been open for long. */
      readonly isStale: boolean;
      /** The form asks the server when it opens. */
      readonly reads: boolean;
      /** The list asks the server meanwhile. */
      readonly visiting: boolean;
      readonly fate: Weather | null;
    }
  | { readonly kind: 'recordVisit'; readonly tab: number }
  /** The answer to a change comes when a colleague has changed the same record, and the list has asked the server. */
  | { readonly kind: 'recordOvertaken'; readonly tab: number; readonly change: 'create' | 'edit' | 'act' }
  | { readonly kind: 'recordColleague'; readonly change: 'edit' | 'rank' | 'delete' | 'create'; readonly after: number }
  /** Records are changed that can't be sent yet, and somebody else may change the same meanwhile; then they go. */
  | {
      readonly kind: 'recordWait';
      readonly tab: number;
      readonly change: RecordChangeKind;
      readonly why: Extract<Step, { readonly kind: 'wait' }>['why'];
      readonly again: readonly RecordChangeKind[];
      /** The list asks the server before each of them. */
      readonly looks: boolean;
      readonly meets: boolean;
      readonly weather: Weather;
      /** Once it goes. */
      readonly next: RecordChangeKind | null;
      readonly how: Extract<Step, { readonly kind: 'attend' }>['how'] | null;
    }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'runUntilIdle' }
  /** A newer version of the console, or a defect of an older one, has left an entry that can't be read. */
  | { readonly kind: 'poison'; readonly problem: 'newer' | 'malformed' }
  | { readonly kind: 'sendNow'; readonly tab: number }
);

/** What people do with a record. */
type RecordChangeKind = 'create' | 'createRefused' | 'twins' | 'edit' | 'null' | 'refused' | 'act' | 'delete';

const hour = 3_600_000;
const jumps = [-hour, -50 * 60_000, 90_000, hour, 365 * 24 * hour, -365 * 24 * hour];

/** What the server takes from nobody. */
export const refusing: Weather = { share: 1, faults: ['422'] };

/** Weather that people meet: mostly one trouble at a time. */
export function weatherOf(random: Random): Weather {
  const share = random.pick([0, 0.15, 0.4, 1]);
  const count = random.pick([1, 1, 2, 5]);
  return { share, faults: Array.from({ length: count }, () => random.pick<Fault>(faults)) };
}

/** Faults behind which the effect stands, or may come late. */
const doubtful: readonly Fault[] = [
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

/** Every third change has its effect, and nobody here hears of it. */
export function fateOf(random: Random): Weather | null {
  return random.chance(0.3) ? { share: random.pick([0.5, 1]), faults: [random.pick(doubtful)] } : null;
}

/** What ends an order that is sent block by block in its middle. */
const partly: readonly Fault[] = ['429', '503 with Retry-After', 'expired token', 'request lost', '422'];

function fateOfOrder(random: Random): Weather | null {
  return random.chance(0.4) ? { share: 0.3, faults: [random.pick(partly)] } : fateOf(random);
}

/** Half of those who leave do so while something is on its way. The server, and a frame, may take up to 8 s to say goodbye. */
function leavingOf(random: Random): { readonly after: number; readonly leavingMs: number; readonly fails: boolean } {
  return { after: random.chance(0.5) ? random.int(60) : 0, leavingMs: random.pick([0, 200, 3_000, 8_000]), fails: random.chance(0.15) };
}

function stepOf(random: Random): Step {
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
        fate: fateOf(random),
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
        const fate = change === 'order' ? fateOfOrder(random) : fateOf(random);
        return { dice, kind: 'block', tab, change, twice: random.chance(0.3), fate };
      },
    ],
    [3, () => ({ dice, kind: 'upload', tab, refused: random.chance(0.15), names: random.chance(0.8), fate: fateOf(random) })],
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
    [5, () => ({ dice, kind: 'weather', weather: weatherOf(random) })],
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
        kind: 'nap',
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
        // Often before what is changed is on the device.
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
        weather: random.pick<() => Weather>([() => clear, () => clear, () => refusing, () => weatherOf(random)])(),
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

/** What happens by chance in the schedule of a seed. Most are short, so that there are many of them, and some are long. */
export function stepsOf(random: Random): readonly Step[] {
  const share = random.int(spread) / spread;
  return Array.from({ length: 2 + Math.floor(share ** 3 * spread) }, () => stepOf(random));
}
