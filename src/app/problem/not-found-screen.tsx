import { Main } from '#src/app/shell/main.tsx';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { Brand } from '#src/app/shell/brand.tsx';
import { usePageView } from '#src/app/use-page-view.ts';
import { buttonClass } from '#src/ui/button.tsx';

const page = css({
  flex: '1',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '3',
  minHeight: '[60vh]',
  padding: '6',
  textAlign: 'center',
});
const number = css({ marginTop: '3', fontSize: '3xl', fontWeight: 'semibold', letterSpacing: 'tight' });
const description = css({ color: 'text.muted', maxWidth: 'prose', marginBottom: '3' });

/** `bare`: there is no shell around it, so it shows the brand itself. */
export function NotFoundScreen({ bare = false }: { readonly bare?: boolean }) {
  usePageView('Not found');
  return (
    <Main className={page}>
      <title>Not found · Frontage</title>
      {bare ? <Brand /> : null}
      <h1 className={number}>404</h1>
      <p className={description}>There is nothing at this address. It may have been moved, or the link was mistyped.</p>
      <Link to="/websites" className={buttonClass({ variant: 'primary' })}>
        Back to website list
      </Link>
    </Main>
  );
}
