import { Button } from '#src/ui/button.tsx';
import type { App } from '../app.ts';
import { useApp } from '../use-app.ts';

/** Downloads the recording of this tab, to be sent to whoever looks after the console. `error`: what has broken the screen. */
export async function reportProblem({ notify }: Pick<App, 'notify'>, error?: unknown): Promise<void> {
  try {
    notify(await (await import('./report.ts')).downloadReport(error));
  } catch {
    notify({ type: 'error', title: 'Not downloaded', content: 'The report could not be made. Please try again.' });
  }
}

export function ReportProblem({ error }: { readonly error?: unknown }) {
  const app = useApp();
  return <Button onClick={() => void reportProblem(app, error)}>Report a problem</Button>;
}
