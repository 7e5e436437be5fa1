import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface AlertDialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** A third button between the two, such as "Sign out and keep them". */
  readonly alternative?: { readonly label: string; readonly onChoose: () => void };
  readonly tone?: 'danger' | 'primary';
  readonly size?: 'small' | 'medium' | 'large';
  readonly busy?: boolean;
  /** A failure is shown inside the dialog. */
  readonly error?: string | null;
  readonly finalFocus?: () => HTMLElement | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something that can't be undone. Focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { tone = 'danger', busy = false, error = null, cancelLabel = 'Cancel', size = 'small' } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={props.open}
      role="alertdialog"
      size={size}
      title={props.title}
      description={props.description}
      initialFocus={cancel}
      finalFocus={props.finalFocus}
      dismissible={!busy}
      onClose={props.onCancel}
      footer={
        <>
          <Button ref={cancel} onClick={props.onCancel} aria-disabled={busy || undefined}>
            {cancelLabel}
          </Button>
          {props.alternative ? (
            <Button onClick={props.alternative.onChoose} aria-disabled={busy || undefined}>
              {props.alternative.label}
            </Button>
          ) : null}
          <Button variant={tone} busy={busy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {error === null ? null : (
        <Notice tone="danger" live="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  );
}
