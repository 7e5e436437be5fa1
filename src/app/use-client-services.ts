import { getRouteApi } from '@tanstack/react-router';
import type { ClientServices } from '../offline/client-services.ts';

const route = getRouteApi('/_app');

/** The client store and its services. Only for screens behind the sign-in. */
export function useClientServices(): ClientServices {
  return route.useLoaderData();
}
