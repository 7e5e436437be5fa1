import type { Modifier } from '@dnd-kit/core';
import { css } from '#styled/css/index.js';

/**
 * A list whose rows can be moved. A row that is lifted by the keyboard moves by its place in the layout alone, with the focus on its handle:
 * with each key one other row changes sides.
 */
export const sortableListStyle = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '0.5',
  '& > [data-lifted]': { order: '1' },
  '& > [data-lifted] ~ *, & > [data-crossed]': { order: '2' },
  '& > [data-lifted] ~ [data-crossed]': { order: '0' },
});

/** Once a frame, at the library's own speed: its default of 5 ms measures the list several times a frame. */
export const autoScroll = { interval: 16, acceleration: 30 };

/** The machine announces each step; the library's own announcements are off. */
const silent = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined };
export const silentAccessibility = { announcements: silent, screenReaderInstructions: { draggable: '' } };

/** Rows that become part of a drag together. */
const groupSize = 8;
export const groupOf = (at: number): number => Math.floor(at / groupSize);

/** px that a pointer must move before a drag begins: less is a click. */
export const byPointer = { activationConstraint: { distance: 4 } };

/** Rows move up and down only. */
export const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
