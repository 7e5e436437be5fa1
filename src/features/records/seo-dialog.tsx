import type { PostKey } from '#contract/frames/messages.ts';
import { seo } from '#contract/resources/seo.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { RecordForm } from './record-form.tsx';
import { useRecordsSource } from './use-records-source.ts';

interface SeoDialogProps {
  readonly websiteId: string;
  /** The page whose SEO is edited. Must not change while the dialog is open. */
  readonly post: PostKey;
  /** Of that page; null: not known. */
  readonly pageTitle: string | null;
  /** The user closes the dialog. The shell asks about unsaved changes. */
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The Edit SEO dialog of one page. Its record may not exist yet: the first save creates it. */
export function SeoDialog({ websiteId, post, pageTitle, onClose, onSaved }: SeoDialogProps) {
  const source = useRecordsSource(seo, websiteId);
  return (
    <RecordForm
      websiteId={websiteId}
      resource={seo}
      source={source}
      id={null}
      about={{ ...post }}
      description={pageName(post, pageTitle)}
      onId={() => undefined}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

/** “Renting with pets”, post 4 */
function pageName({ post_type: type, post_id: id }: PostKey, title: string | null): string {
  const kind = type.replaceAll(/[-_]/gu, ' ');
  return title === null ? `${upperFirst(kind)} ${id}` : `“${title}”, ${kind} ${id}`;
}
