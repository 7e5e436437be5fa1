import { css, cx } from '#styled/css/index.js';

// Drawn by hand: the browser's own looks full where it is at a few per cent.
const bar = css({
  appearance: 'none',
  display: 'block',
  width: 'full',
  height: '1.5',
  borderRadius: 'full',
  overflow: 'hidden',
  backgroundColor: 'surface.hover',
  '&::-webkit-progress-bar': { backgroundColor: 'surface.hover' },
  '&::-webkit-progress-value': { backgroundColor: 'accent.solid' },
  '&::-moz-progress-bar': { backgroundColor: 'accent.solid' },
});

interface ProgressBarProps {
  readonly label: string;
  /** Of `all`; null while the progress is not known. */
  readonly done: number | null;
  readonly all: number;
  readonly className?: string;
}

/** Shows how much of something is done. */
export function ProgressBar({ label, done, all, className }: ProgressBarProps) {
  return <progress className={cx(bar, className)} max={all} value={done ?? undefined} aria-label={label} />;
}
