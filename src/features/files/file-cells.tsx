import { fileAddress, type ListedFile } from '#contract/entities/file.ts';
import { uploadTypeNames, uploadTypes } from '#contract/uploads.ts';
import { css, cx } from '#styled/css/index.js';
import { FileText, Image as ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { StoredPicture } from '#src/ui/stored-picture.tsx';
import { UsePlace } from '#src/list/use-place.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const nameRow = css({ display: 'flex', alignItems: 'center', gap: '3', minWidth: '0' });
const frame = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: '0',
  width: '10',
  height: '10',
  borderRadius: 'sm',
  border: 'hairline',
  overflow: 'hidden',
  color: 'text.muted',
  backgroundColor: 'surface.sunken',
});
// Most logos are transparent, and some are white, others black: both are visible on a chequered background, in either theme.
const squares = css({
  backgroundImage: '[repeating-conic-gradient({colors.picture.dark} 0 25%, {colors.picture.light} 0 50%)]',
  backgroundSize: '[0.625rem 0.625rem]',
});
const picture = css({ width: 'full', height: 'full', objectFit: 'contain' });
const pictureFrame = css({ width: 'full', height: 'full', alignItems: 'center', justifyContent: 'center' });
const nameStyle = css({ minWidth: '0' });
const nameText = css({ overflowWrap: 'anywhere', lineClamp: '2' });
const typeStyle = css({ display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'text.muted' });
const placesStyle = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '0.5', minWidth: '0', fontSize: 'sm' });
const moreStyle = css({
  minHeight: '6',
  color: 'text.muted',
  textDecoration: 'underline',
  textDecorationStyle: 'dotted',
  textUnderlineOffset: '3px',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { color: 'text' },
});
const muted = css({ color: 'text.muted' });

/** How many places are shown before "and 3 more". */
const maxPlaces = 2;

/** The name of a file, "logo.png". */
export const fileNameOf = (file: ListedFile): string => file.name ?? 'Unnamed file';

/** The address of the file; null where the API gave none that a page may load. */
function urlOf(file: ListedFile, base: URL): string | null {
  const address = fileAddress(file);
  return address === null ? null : new URL(address, base).href;
}

/** The name and type of a file, with a thumbnail. Its alt text is empty, since the name is beside it. */
export function FileName({ file, base }: { readonly file: ListedFile; readonly base: URL }) {
  const isPicture = file.mime_type?.startsWith('image/') === true;
  const url = isPicture ? urlOf(file, base) : null;
  return (
    <span className={nameRow}>
      <span className={cx(frame, url !== null && squares)}>
        {url !== null ? (
          <StoredPicture
            key={url}
            url={url}
            alt=""
            lazy
            className={picture}
            frameClass={pictureFrame}
            fallback={<ImageIcon size={18} aria-hidden="true" />}
          />
        ) : isPicture ? (
          <ImageIcon size={18} aria-hidden="true" />
        ) : (
          <FileText size={18} aria-hidden="true" />
        )}
      </span>
      <span className={nameStyle}>
        <bdi dir="ltr" className={nameText} title={fileNameOf(file)}>
          {fileNameOf(file)}
        </bdi>
        <span className={typeStyle}>{typeText(file)}</span>
        {file.remarks?.map((remark) => (
          <span key={remark} className={typeStyle}>
            {remark}
          </span>
        ))}
      </span>
    </span>
  );
}

/** "PNG · 800 × 500", without the pixels where they are not known; the MIME type where the console does not know it. */
function typeText({ mime_type, width, height }: ListedFile): string {
  const type = uploadTypeNames.find((name) => uploadTypes[name].mimeType === mime_type);
  const pixels = width && height ? `${width} × ${height}` : '';
  return [type ? type.toUpperCase() : (mime_type ?? ''), pixels].filter((part) => part !== '').join(' · ');
}

/** Where a file is used. Each place links to its screen where the console has one. */
export function UsedIn({ file, websiteId }: { readonly file: ListedFile; readonly websiteId: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const { used_in: used } = file;
  if (!used) return <span className={muted}>Not known</span>;
  if (used.length === 0) return <span className={muted}>Not used</span>;
  const places = showsAll ? used : used.slice(0, maxPlaces);
  // The API lists only the first few of many places.
  const more = (file.used_in_total ?? used.length) - places.length;
  return (
    <span className={placesStyle}>
      {places.map((use) => (
        <UsePlace key={`${use.path} ${use.label}`} use={use} websiteId={websiteId} />
      ))}
      {more > 0 && (showsAll || used.length === places.length) ? <span className={muted}>and {more} more</span> : null}
      {used.length > maxPlaces ? (
        <button type="button" className={moreStyle} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `and ${more} more`}
          <span className={visuallyHidden}> places that use {fileNameOf(file)}</span>
        </button>
      ) : null}
    </span>
  );
}

/** Why a file can't be deleted; null where it can, or where only the server knows. */
export function cannotDeleteReason(file: ListedFile): string | null {
  const [first] = file.used_in ?? [];
  if (!first) return null;
  const more = (file.used_in_total ?? 1) - 1;
  return `In use: ${first.label}${more > 0 ? ` and ${more} more` : ''}. Take it out there first.`;
}
