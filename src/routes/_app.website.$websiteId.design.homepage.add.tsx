import { createFileRoute } from '@tanstack/react-router';

/** The dialog Add New Block, over the list. The homepage's own route draws it. */
export const Route = createFileRoute('/_app/website/$websiteId/design/homepage/add')({});
