import type { App } from '../app.ts';
import { showFlowDrawer } from '../flow-drawer-shown.ts';

/** Loads the state flows, and docks them beside the screen. */
export async function openFlowDrawer({ notify }: Pick<App, 'notify'>): Promise<void> {
  try {
    const { FlowDrawer } = await import('#src/features/state-flows/flow-drawer.tsx');
    showFlowDrawer(FlowDrawer);
  } catch {
    notify({ type: 'error', title: 'Not opened', content: 'State flows could not be loaded. Please try again.' });
  }
}
