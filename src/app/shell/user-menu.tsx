import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { fullName } from '#contract/entities/user.ts';
import { css } from '#styled/css/index.js';
import { type ComponentProps, useState } from 'react';
import { Avatar } from '#src/ui/avatar.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { useUser } from '../use-session.ts';
import { userMenuPanel } from './overlays.ts';

const trigger = css({ display: 'inline-flex', borderRadius: 'full', padding: '0.5', cursor: 'pointer' });

/** The button. Its first click loads the menu. */
export function UserMenu() {
  const user = useUser();
  const [hasOpened, setHasOpened] = useState(false);
  const name = user ? fullName(user) : '';
  const button = <UserButton name={name} />;
  if (!hasOpened) {
    return (
      <UserButton
        name={name}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={userMenuPanel.preload}
        onFocus={userMenuPanel.preload}
        onClick={() => setHasOpened(true)}
      />
    );
  }
  return <LazyBoundary part={userMenuPanel} props={{ name, trigger: button }} pending={button} />;
}

function UserButton({ name, ...rest }: { readonly name: string } & ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className={trigger}>
      <span className={visuallyHidden}>User menu, {name}</span>
      <Avatar name={name} />
    </button>
  );
}
