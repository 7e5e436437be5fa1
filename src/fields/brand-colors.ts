import { createContext, use } from 'react';

/** The website's own colours as `#rrggbb`, which named theme colours follow; null where one is not set. */
export interface BrandColorMap {
  readonly primary_color: string | null;
  readonly secondary_color: string | null;
}

export const BrandColorsContext = createContext<BrandColorMap>({ primary_color: null, secondary_color: null });

export const useBrandColors = (): BrandColorMap => use(BrandColorsContext);
