import type { App } from '../app.ts';
import { reportProblem } from './report-problem.tsx';

/** Of the toast, which later ones replace, and of its button. */
const id = 'uncaught';

/**
 * Says what nothing has caught: an error of an event handler, of an actor that nothing watches, in a promise. The screen stands, and would be
 * silent about what it has not done. Errors in rendering have a problem screen.
 */
export function watchUncaught({ notify, toasts }: Pick<App, 'notify' | 'toasts'>, target: EventTarget = window): void {
  let latest: unknown;
  const tell = (error: unknown): void => {
    if (!isOurs(error)) return;
    latest = error;
    notify({
      id,
      type: 'error',
      title: 'Something went wrong',
      content: 'A part of the console ran into a problem. What you saved is safe. Reload the page if something no longer answers.',
      action: { id, label: 'Report a problem' },
    });
  };
  target.addEventListener('error', (event) => tell('error' in event ? event.error : null));
  target.addEventListener('unhandledrejection', (event) => tell('reason' in event ? event.reason : null));
  toasts.follow((started) => {
    const chosen = started.on('action.chosen', ({ actionId }) => {
      if (actionId === id) void reportProblem({ notify }, latest);
    });
    return () => chosen.unsubscribe();
  });
}

/** Not an element's failed load nor the browser's note on its own layout, which come without an error; not what was given up on purpose; not an extension's. */
function isOurs(error: unknown): boolean {
  if (error === null || error === undefined) return false;
  return !(error instanceof Error) || (error.name !== 'AbortError' && !/-extension:\/\//u.test(error.stack ?? ''));
}
