import { type ReactNode, useId } from 'react';
import { css, cva, cx } from '#styled/css/index.js';

// A container, so that what is in it can be laid out by its width.
const card = css({ backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', containerType: 'inline-size' });
const head = css({ paddingInline: { base: '4', md: '6' }, paddingTop: '5' });
const titleStyle = css({ fontSize: 'lg', fontWeight: 'semibold', letterSpacing: 'tight', lineHeight: 'tight' });
const descriptionStyle = css({ marginTop: '1', color: 'text.muted', maxWidth: 'prose', textWrap: '[pretty]' });
const body = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  paddingInline: { base: '4', md: '6' },
  paddingTop: '5',
  paddingBottom: '6',
});

/** Of a section with a layout of its own instead of a card. */
export const layoutStyle = cva({
  base: { minWidth: '0' },
  variants: {
    layout: {
      head: {
        display: 'grid',
        gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 15rem), 1fr))]',
        columnGap: '5',
        rowGap: '4',
        paddingInline: '4',
        paddingTop: '3',
        paddingBottom: '3',
        border: 'hairline',
        borderRadius: 'md',
        backgroundColor: 'surface',
        containerType: 'inline-size',
        '& > *': { minWidth: '0' },
      },
      // Without the gaps below it: what it builds needs the height. No container, which would hold what is dragged in it; so the rule for
      // labels with very large text does not find it.
      whole: { marginBottom: '-10', '& > * > [data-field] > :first-child': { flexWrap: 'wrap' } },
    },
  },
});

export interface SectionCardProps {
  /** For links to the section. */
  readonly id?: string;
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A section of a form or of a page: a region when it has a title. */
export function SectionCard({ id: anchor, title, description, children, className }: SectionCardProps) {
  const id = useId();
  return (
    <section id={anchor} className={cx(card, className)} aria-labelledby={title ? id : undefined}>
      {title || description ? (
        <div className={head}>
          {title ? (
            <h2 id={id} className={titleStyle}>
              {title}
            </h2>
          ) : null}
          {description ? <p className={descriptionStyle}>{description}</p> : null}
        </div>
      ) : null}
      <div className={body}>{children}</div>
    </section>
  );
}
