import { createFileRoute } from '@tanstack/react-router';
import { LogoutScreen } from '#src/screens/sign-in/logout-screen.tsx';

export const Route = createFileRoute('/logout')({ component: LogoutScreen });
