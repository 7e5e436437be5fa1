import { fullName } from '#contract/entities/user.ts';
import { css } from '#styled/css/index.js';
import { LifeBuoy, LogOut } from 'lucide-react';
import { useState } from 'react';
import { applyThemePreference, readThemePreference } from '#src/io/theme-preference.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { ThemeSwitch } from '#src/ui/theme-switch.tsx';
import { useApp } from '../use-app.ts';
import { useUser } from '../use-session.ts';

const trigger = css({ display: 'inline-flex', borderRadius: 'full', padding: '0.5', cursor: 'pointer' });
const themeRow = css({ paddingInline: '2.5', paddingBottom: '2' });

export function UserMenu() {
  const app = useApp();
  const user = useUser();
  const [theme, setTheme] = useState(readThemePreference);
  const name = user ? fullName(user) : '';
  return (
    <Menu
      heading={name}
      trigger={
        <button type="button" className={trigger} aria-label={`User menu, ${name}`}>
          <Avatar name={name} />
        </button>
      }
      items={[
        { id: 'support', label: 'Contact Support', icon: <LifeBuoy aria-hidden="true" />, href: app.config.supportUrl },
        {
          id: 'logout',
          label: 'Logout',
          icon: <LogOut aria-hidden="true" />,
          separated: true,
          onSelect: () => app.session.send({ type: 'signOut.requested' }),
        },
      ]}
    >
      <div className={themeRow}>
        <ThemeSwitch
          id="theme"
          value={theme}
          onChange={(next) => {
            setTheme(next);
            applyThemePreference(next);
          }}
        />
      </div>
    </Menu>
  );
}
