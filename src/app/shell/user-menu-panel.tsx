import { useNavigate } from '@tanstack/react-router';
import { FileWarning, Keyboard, LifeBuoy, LogOut, MonitorSmartphone, PanelRight, Search, Workflow } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { sessionsOffer } from '#src/io/sessions-offer.ts';
import { applyThemePreference, readThemePreference, watchThemePreference } from '#src/io/theme-preference.ts';
import { Menu } from '#src/ui/menu.tsx';
import { themeOptions } from '#src/ui/theme-options.tsx';
import { modifier } from '#src/ui/modifier.ts';
import { requestPalette } from '../palette-keys.ts';
import { reportProblem } from '../problem/report-problem.tsx';
import { useApp } from '../use-app.ts';
import { openFlowDrawer } from './open-flow-drawer.ts';

export interface UserMenuPanelProps {
  readonly name: string;
  readonly trigger: ReactElement;
}

/** Opens on mount, since the first click of its button loads it. */
export function UserMenuPanel({ name, trigger }: UserMenuPanelProps) {
  const app = useApp();
  const navigate = useNavigate();
  const sessions = sessionsOffer.read() !== false;
  const theme = useSyncExternalStore(watchThemePreference, readThemePreference);
  return (
    <Menu
      heading={name}
      trigger={trigger}
      defaultOpen
      choice={{
        label: 'Theme',
        value: theme,
        options: themeOptions,
        onChange: applyThemePreference,
      }}
      items={[
        ...(sessions
          ? [
              {
                id: 'sessions',
                label: 'Your sessions',
                icon: <MonitorSmartphone aria-hidden="true" />,
                onSelect: () => void navigate({ to: '/sessions' }),
              },
            ]
          : []),
        {
          id: 'search',
          label: 'Search…',
          keys: modifier === '⌘' ? '⌘K' : 'Ctrl K',
          icon: <Search aria-hidden="true" />,
          onSelect: () => requestPalette('palette'),
        },
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          keys: '?',
          icon: <Keyboard aria-hidden="true" />,
          onSelect: () => requestPalette('shortcuts'),
        },
        {
          id: 'flows',
          label: 'State flows',
          icon: <Workflow aria-hidden="true" />,
          separated: true,
          onSelect: () => void navigate({ to: '/state-flows/{-$machineId}', params: {} }),
        },
        {
          id: 'flowsBeside',
          label: 'State flows beside this screen',
          icon: <PanelRight aria-hidden="true" />,
          onSelect: () => void openFlowDrawer(app),
        },
        {
          id: 'report',
          label: 'Report a problem',
          icon: <FileWarning aria-hidden="true" />,
          onSelect: () => void reportProblem(app),
        },
        { id: 'support', label: 'Contact Support', icon: <LifeBuoy aria-hidden="true" />, href: app.config.supportUrl },
        {
          id: 'logout',
          label: 'Logout',
          icon: <LogOut aria-hidden="true" />,
          separated: true,
          onSelect: () => app.session.send({ type: 'signOut.requested' }),
        },
      ]}
    />
  );
}
