import type { ChoiceList } from '#contract/entities/lists.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { Choices } from './field-data.ts';
import { loadFailedMessage } from './list-labels.ts';

interface ChoicesFailedProps {
  readonly choices: Extract<Choices, { readonly status: 'failed' }>;
  readonly list: ChoiceList;
}

/** Shown in place of a choice whose list could not be loaded. */
export function ChoicesFailed({ choices, list }: ChoicesFailedProps) {
  const retry = (
    <Button size="small" onClick={choices.onRetry}>
      Try again
    </Button>
  );
  return (
    <Notice tone="warning" actions={retry}>
      {choices.message ?? loadFailedMessage(list)}
    </Notice>
  );
}
