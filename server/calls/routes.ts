import type { Route } from '../serve.ts';
import { resourceRoutes } from '../resources/crud.ts';
import { everyServed } from '../resources/every.ts';
import { authenticationRoutes } from './authentication.ts';
import { uploadRoute } from '../files/upload.ts';
import { blockRoutes } from './blocks.ts';
import { fileCallRoutes } from './files.ts';
import { listRoutes } from './lists.ts';
import { previewRoutes } from './preview.ts';
import { sessionRoutes } from './sessions.ts';
import { settingRoutes } from './settings.ts';
import { websiteRoutes } from './websites.ts';

/** Every call that this API answers. */
export const routes: readonly Route[] = [
  ...authenticationRoutes,
  ...sessionRoutes,
  ...websiteRoutes,
  ...listRoutes,
  ...settingRoutes,
  ...fileCallRoutes,
  uploadRoute,
  ...blockRoutes,
  ...previewRoutes,
  ...resourceRoutes(everyServed),
];
