import { Button } from '#src/ui/button.tsx';
import { ProblemPage } from '#src/app/problem/problem-page.tsx';

/** Replaces the console while another tab has an older version of the client store open. */
export function BlockedScreen({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <ProblemPage
      name="Another tab is open"
      tone="warning"
      title="Close the other tabs of this console"
      live="alert"
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      An older version of it is open in another tab, and holds what is on this device. Close that tab, and this one goes on by itself. What
      you saved is safe.
    </ProblemPage>
  );
}
