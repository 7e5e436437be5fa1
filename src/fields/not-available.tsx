import { Notice } from '#src/ui/notice.tsx';

export function NotAvailable({ what }: { readonly what: string }) {
  return <Notice tone="info">{`${what} can't be changed in this version. What is stored stays as it is.`}</Notice>;
}
