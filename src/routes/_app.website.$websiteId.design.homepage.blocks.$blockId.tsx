import { createFileRoute } from '@tanstack/react-router';

/** The editor of one block, by its id. The homepage's own route draws it. */
export const Route = createFileRoute('/_app/website/$websiteId/design/homepage/blocks/$blockId')({});
