import { css } from '#styled/css/index.js';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useWhereKept } from '#src/ui/store-place.ts';
import { useApp } from '#src/app/use-app.ts';
import { Button } from '#src/ui/button.tsx';
import { ProblemPage } from './problem-page.tsx';
import { ReportProblem } from './report-problem.tsx';

const page = css({ flex: '1', width: 'full', maxWidth: 'form', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });

/** Replaces a screen that failed to render or to load. The shell stays, and so do other forms. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const app = useApp();
  const chunk = isChunkFailure(error);
  const where = useWhereKept();
  return (
    <ProblemPage
      name="Something went wrong"
      className={page}
      tone="danger"
      live="alert"
      title={chunk ? 'This part of the console could not be loaded' : 'This screen ran into a problem'}
      actions={
        <>
          <Button variant="primary" onClick={() => (chunk ? app.appUpdate.send({ type: 'reload.requested' }) : void router.invalidate())}>
            Try again
          </Button>
          <ReportProblem error={error} />
        </>
      }
    >
      {chunk
        ? 'The connection was lost on the way, or a new version has just been put up. What you saved is safe.'
        : `What you saved is safe, and what you typed is kept ${where}.`}
    </ProblemPage>
  );
}

/** Whether a script did not load. Each browser and the preload helper has a message of its own. */
function isChunkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ChunkLoadError' || /dynamically imported module|module script failed|Unable to preload/i.test(error.message);
}
