import { getRouteApi } from '@tanstack/react-router';
import type { Device } from '../offline/device.ts';

const route = getRouteApi('/_app');

/** The device store and what reads it; only for screens behind the sign-in. */
export function useDevice(): Device {
  return route.useLoaderData();
}
