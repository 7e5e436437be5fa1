import type { ChartLayout } from '#machines/export/chart-layout.ts';
import { labelLines, sizes } from '#machines/export/chart-text.ts';
import type { ChartModel, ChartTransition } from '#machines/export/chart.types.ts';
import { labelAt } from '#machines/export/svg.ts';
import { css } from '#styled/css/index.js';

/** An outline of texts in the colour behind them, where an arrow passes below. */
export const halo = css.raw({ paintOrder: 'stroke', strokeWidth: '[3px]', strokeLinejoin: 'round', pointerEvents: 'none' });
const label = css.raw(halo, { fontSize: '[11px]', fill: 'text.muted', stroke: 'canvas' });
const labelEvent = css.raw({ fill: 'text', fontWeight: 'medium' });
const labelTaken = css.raw({ fill: 'success.text', fontWeight: 'semibold' });
const labelMarks = {
  added: css.raw({ fill: 'success.text', fontWeight: 'semibold' }),
  changed: css.raw({ fill: 'warning.text', fontWeight: 'semibold' }),
};
/** A click takes it. */
export const labelOffered = css.raw({
  fill: 'accent.text',
  textDecoration: 'underline',
  cursor: 'pointer',
  pointerEvents: 'auto',
  _hover: { fontWeight: 'semibold' },
});

/** How a state or transition differs from another chart's; null: it does not, or there is none. */
export type ChartMark = 'added' | 'changed' | null;

interface TransitionLabelProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  readonly transition: ChartTransition;
  readonly isTaken: boolean;
  readonly mark: ChartMark;
  readonly onTake: (() => void) | undefined;
}

/** What stands beside the arrow of a transition. */
export function TransitionLabel({ chart, layout, transition, isTaken, mark, onTake }: TransitionLabelProps) {
  const place = layout.transitions[transition.id];
  if (!place || place.points.length === 0) return null;
  const { textAnchor, x } = labelAt(place);
  return labelLines(chart, transition).map((text, index) => {
    const y = place.label.y + (index + 1) * sizes.line.height - 3;
    const look = css(label, index === 0 && labelEvent, isTaken && labelTaken, mark && labelMarks[mark], onTake && labelOffered);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the picture is hidden from screen readers and keys; the panel has a button for each event
      <text key={y} className={look} textAnchor={textAnchor} x={x} y={y} onClick={onTake}>
        {text}
      </text>
    );
  });
}
