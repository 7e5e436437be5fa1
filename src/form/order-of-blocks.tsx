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
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may have one name, and the place is what the line is about
        <span key={at} className={item}>
          <span className={name === other[at] ? undefined : moved}>{name}</span>
        </span>
      ))}
    </span>
  );
}
