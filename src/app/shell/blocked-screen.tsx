import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Main } from './main.tsx';

const page = css({
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  paddingInline: '4',
  paddingTop: { base: '10', md: '[14vh]' },
  outline: 'none',
});

/** Replaces the console while another tab has an older version of the client store open. */
export function BlockedScreen({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Main className={page}>
      <title>Another tab is open · Frontage</title>
      <Notice
        tone="warning"
        title="Close the other tabs of this console"
        live="alert"
        actions={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        An older version of it is open in another tab, and holds what is on this device. Close that tab, and this one goes on by itself.
        What you saved is safe.
      </Notice>
    </Main>
  );
}
