import { getRouteApi } from '@tanstack/react-router';
import type { Device } from '../offline/device.ts';

const route = getRouteApi('/_app');

/** The client store and its services. Only for screens behind the sign-in. */
export function useDevice(): Device {
  return route.useLoaderData();
}
