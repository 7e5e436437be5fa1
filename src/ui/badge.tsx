import type { ReactNode } from 'react';
import { cva } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    minHeight: '5',
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: 'tight',
    whiteSpace: 'nowrap',
    borderStyle: 'solid',
    borderWidth: 'thin',
  },
  variants: {
    tone: {
      neutral: { color: 'text.muted', backgroundColor: 'surface.sunken', borderColor: 'border' },
      accent: { color: 'accent.text', backgroundColor: 'accent.subtle', borderColor: 'accent.border' },
      info: { color: 'info.text', backgroundColor: 'info.subtle', borderColor: 'info.border' },
      success: { color: 'success.text', backgroundColor: 'success.subtle', borderColor: 'success.border' },
      warning: { color: 'warning.text', backgroundColor: 'warning.subtle', borderColor: 'warning.border' },
      danger: { color: 'danger.text', backgroundColor: 'danger.subtle', borderColor: 'danger.border' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

export type BadgeTone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

export function Badge({ tone, children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={style({ tone })}>{children}</span>;
}
