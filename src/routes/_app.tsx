import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/gate.ts';
import { AppLayout } from '#src/app/shell/app-layout.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => requireSignedIn(context.app, location.href),
  loader: ({ context }) => context.app.device(),
  component: AppLayout,
});
