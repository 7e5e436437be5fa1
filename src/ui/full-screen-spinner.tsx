import { css } from '#styled/css/index.js';
import { Spinner } from './spinner.tsx';

const style = css({
  minHeight: 'screen',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4',
  color: 'text.muted',
  // A quick start shows no spinner.
  animation: 'fadeIn',
  animationDelay: 'normal',
  animationFillMode: 'backwards',
});

export function FullScreenSpinner({ label }: { readonly label: string }) {
  return (
    <div role="status" className={style}>
      <Spinner size="large" />
      <span>{label}</span>
    </div>
  );
}
