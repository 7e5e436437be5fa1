import { createFileRoute } from '@tanstack/react-router';
import { WebsitesScreen } from '#src/features/websites/websites-screen.tsx';

export const Route = createFileRoute('/_app/websites')({ component: WebsitesScreen });
