import { AlertDialog } from '#src/ui/alert-dialog.tsx';

export interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  return (
    <AlertDialog
      open
      title="Leave with unsaved changes?"
      description="What you typed is not saved. It is kept on this device and will be there when you come back to this screen."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="primary"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}
