import { Drawer } from '#src/ui/drawer.tsx';
import { SideNav } from './side-nav.tsx';

export interface NavigationDrawerProps {
  readonly title: string;
  readonly websiteId: string;
  readonly onClose: () => void;
}

/** The side navigation where there is no room beside the screen. */
export function NavigationDrawer({ title, websiteId, onClose }: NavigationDrawerProps) {
  return (
    <Drawer open title={title} onClose={onClose}>
      <SideNav websiteId={websiteId} onNavigate={onClose} />
    </Drawer>
  );
}
