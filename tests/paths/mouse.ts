import { afterEach, beforeEach, expect } from 'vitest';
import { userEvent } from 'vitest/browser';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly height: number;
}

/** The centre of an element, and how high it is. */
export function centreOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

/** The runner shows the page of the tests in a frame, and its mouse is that of the runner's window. */
function inRunner({ x, y }: Point): Point {
  const frame = window.frameElement;
  if (!(frame instanceof HTMLElement)) return { x, y };
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = width / frame.offsetWidth;
  return { x: left + x * scale, y: top + y * scale };
}

const moveMouse = (at: Point): Promise<void> => userEvent.pointer({ coords: inRunner(at) });
const pressMouse = (at: Point, keys: '[MouseLeft>]' | '[/MouseLeft]'): Promise<void> => userEvent.pointer({ coords: inRunner(at), keys });

/** px that the mouse moves before a press is a drag. */
const farEnough = 8;

/** A drag by the mouse, in steps. Called at the top of a file: no test begins with the mouse where another has left it, or pressed. */
export function mouseDrag() {
  let held: { readonly from: Point; at: Point } | null = null;
  async function release(): Promise<void> {
    const drag = held;
    held = null;
    if (drag) await pressMouse(drag.at, '[/MouseLeft]');
  }
  beforeEach(() => moveMouse({ x: 1, y: 1 }));
  afterEach(release);
  return {
    /** Where the drag began; null while there is none. */
    from: (): Point | null => held?.from ?? null,
    /** Presses the mouse on an element, and moves until `isLifted`. */
    async lift(element: Element, isLifted: () => boolean): Promise<void> {
      const from = centreOf(element);
      // A row far from the window takes no part in drags, and learns some frames after it was drawn that it is near.
      await expect
        .poll(async () => {
          await moveMouse(from);
          await pressMouse(from, '[MouseLeft>]');
          await moveMouse({ x: from.x, y: from.y + farEnough });
          if (!isLifted()) await pressMouse(from, '[/MouseLeft]');
          return isLifted();
        })
        .toBe(true);
      held = { from, at: from };
    },
    /** Moves to a point until what the drag does there is seen: each move is measured against the places from before it. */
    async moveTo({ x, y }: Point, isThere: () => boolean): Promise<void> {
      let nudge = 0;
      await expect
        .poll(async () => {
          nudge = 1 - nudge;
          const at = { x, y: y + nudge };
          if (held) held.at = at;
          await moveMouse(at);
          return isThere();
        })
        .toBe(true);
    },
    release,
  };
}
