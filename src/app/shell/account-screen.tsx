import { css } from '#styled/css/index.js';
import { accountPath } from '#contract/resources/paths.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { bespokeScreenAt } from '../bespoke-screens.ts';
import { NotFound } from '../problem/not-found.tsx';
import { Main } from './main.tsx';

const main = css({ flex: '1', width: 'full', maxWidth: 'page', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });

interface AccountScreenProps {
  /** The website that its calls name. */
  readonly websiteId: string;
  /** Of the path, such as `syncs`. */
  readonly rest: string;
}

/** A screen of the account, at its path. */
export function AccountScreen({ websiteId, rest }: AccountScreenProps) {
  const screen = bespokeScreenAt(accountPath(rest));
  if (!screen) return <NotFound />;
  return (
    <Main className={main}>
      <LazyBoundary key={`${websiteId}/${screen.path}`} part={screen.part} props={{ websiteId, path: screen.path, rest: screen.rest }} />
    </Main>
  );
}
