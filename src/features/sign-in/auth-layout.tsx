import { Main } from '#src/app/shell/main.tsx';
import { css } from '#styled/css/index.js';
import { type ReactNode, useEffect, useRef } from 'react';
import { Brand } from '#src/app/shell/brand.tsx';

const page = css({
  minHeight: 'screen',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  paddingInline: '4',
  paddingTop: { base: '10', md: '[14vh]' },
  paddingBottom: '8',
  gap: '6',
  outline: 'none',
});
const card = css({
  width: 'full',
  maxWidth: 'dialogSmall',
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  padding: { base: '5', md: '8' },
  backgroundColor: 'surface',
  border: 'hairline',
  borderRadius: 'md',
});
const title = css({ fontSize: 'xl', fontWeight: 'semibold', letterSpacing: 'tight', outline: 'none' });
const lead = css({ marginTop: '1', color: 'text.muted' });
const foot = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: '6', rowGap: '2' });
/** A link in running text: underlined, since colour alone is not enough. */
export const linkStyle = css({
  color: 'accent.text',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  borderRadius: 'sm',
  _hover: { textDecorationThickness: '2px' },
});

interface AuthLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** The layout of the screens before the sign-in: one card on an empty page. */
export function AuthLayout({ title: heading, lead: text, children, footer }: AuthLayoutProps) {
  const element = useRef<HTMLHeadingElement>(null);
  const first = useRef(heading);
  // The element that had the focus was removed with the previous form.
  useEffect(() => {
    if (first.current !== heading) element.current?.focus();
    first.current = heading;
  }, [heading]);
  return (
    <Main className={page}>
      <title>{`${heading} · Frontage`}</title>
      <Brand size="large" />
      <div className={card}>
        <div>
          <h1 ref={element} tabIndex={-1} className={title}>
            {heading}
          </h1>
          {text ? <p className={lead}>{text}</p> : null}
        </div>
        {children}
      </div>
      {footer ? <div className={foot}>{footer}</div> : null}
    </Main>
  );
}
