import type { ReactNode } from 'react';

export interface FieldDataProps {
  readonly websiteId: string;
  readonly children: ReactNode;
}
