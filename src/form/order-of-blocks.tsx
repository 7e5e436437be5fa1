import { css } from '#styled/css/index.js';

const list = css({ display: 'block', margin: '0', padding: '0', counterReset: '[place]' });
const item = css({
  display: 'flex',
  gap: '2',
  overflowWrap: 'anywhere',
  _before: {
    counterIncrement: '[place]',
    content: 'counter(place)',
    minWidth: '5',
    color: 'text.muted',
    fontVariantNumeric: 'tabular-nums',
  },
});
const moved = css({ fontWeight: 'semibold' });

interface OrderOfBlocksProps {
  readonly names: readonly string[];
  /** The order to compare with: blocks at another position are marked. */
  readonly other: readonly string[];
}

/** Blocks from the top. Uses phrasing elements, since it is inside a label. */
export function OrderOfBlocks({ names, other }: OrderOfBlocksProps) {
  return (
    <span className={list}>
      {[...names.entries()].map(([place, name]) => (
        <span key={place} className={item}>
          <span className={name === other[place] ? undefined : moved}>{name}</span>
        </span>
      ))}
    </span>
  );
}
