import { createFileRoute, notFound } from '@tanstack/react-router';
import { GalleryScreen } from '#src/features/gallery/gallery-screen.tsx';

/** Each part and field kind in every state; for development, and left out of the build for customers. */
export const Route = createFileRoute('/gallery')({
  beforeLoad: () => {
    if (!import.meta.env.DEV && import.meta.env['VITE_GALLERY'] !== 'on') throw notFound();
  },
  component: GalleryScreen,
});
