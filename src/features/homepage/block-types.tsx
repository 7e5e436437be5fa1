import { css } from '#styled/css/index.js';
import { Radios, type RadiosProps } from '#src/ui/radios.tsx';
import { BlockPictureView, blockPictures } from './block-pictures.tsx';

/** Scrolls by itself, so that the name below it and the buttons stay in view. */
const group = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '1.5',
  maxHeight: '[min(22rem, 42dvh)]',
  overflowY: 'auto',
  padding: '1',
  marginInline: '-1',
  overscrollBehavior: 'contain',
});
const item = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  padding: '2',
  border: 'hairline',
  borderRadius: 'md',
  cursor: 'pointer',
  _hover: { backgroundColor: 'surface.hover' },
  '&:has(:checked)': { borderColor: 'accent.solid', backgroundColor: 'accent.subtle' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '[1px]' },
  '&:has(:disabled)': { cursor: 'not-allowed' },
  '[aria-invalid=true] > &': { borderColor: 'danger.solid' },
});
const input = css({ position: 'absolute', inset: '0', opacity: 'hidden', cursor: 'inherit' });
const text = css({ minWidth: '0' });
const labelStyle = css({ display: 'block', fontWeight: 'medium' });
const lineStyle = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

interface TypeOption {
  readonly value: string;
  readonly label: string;
}

/** The types of block, each with a drawing and a line. */
export function BlockTypes(props: RadiosProps<TypeOption>) {
  return (
    <Radios
      {...props}
      look={{ group, item, input }}
      draw={({ value, label }) => (
        <>
          <BlockPictureView type={value} />
          <span className={text}>
            <span className={labelStyle}>{label}</span>
            <span className={lineStyle}>{blockPictures[value]?.line}</span>
          </span>
        </>
      )}
    />
  );
}
