import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';

const style = css({
  display: 'inline-block',
  minWidth: '5',
  paddingInline: '1.5',
  border: 'hairline',
  borderRadius: 'sm',
  backgroundColor: 'surface.sunken',
  color: 'text.muted',
  fontFamily: 'sans',
  fontSize: 'xs',
  lineHeight: 'normal',
  textAlign: 'center',
});

export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={style}>{children}</kbd>;
}
