import { fileAddress, type ListedFile } from '#contract/entities/file.ts';
import { uploadTypeNames, uploadTypes } from '#contract/uploads.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { FileText, Image as ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { works } from '#src/app/website-path.ts';

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
const picture = css({ width: 'full', height: 'full', objectFit: 'contain' });
const nameStyle = css({ minWidth: '0', overflowWrap: 'anywhere' });
const places = css({ display: 'flex', flexDirection: 'column', gap: '0.5', minWidth: '0', fontSize: 'sm' });
const placeLink = css({ color: 'accent.text', textDecoration: 'underline', textUnderlineOffset: '3px', borderRadius: 'sm' });
const muted = css({ color: 'text.muted' });

/** How many of a file's places are named in its row. */
const placesShown = 2;

/** "logo.png", as it is called everywhere here. */
export const nameOf = (file: ListedFile): string => file.name ?? 'Unnamed file';

/** Where its bytes are: null where the API gave no address that a page may load. */
function urlOf(file: ListedFile, base: URL): string | null {
  const address = fileAddress(file);
  return address === null ? null : new URL(address, base).href;
}

/** Its name, with a small picture of it. The name stands beside: the picture itself says nothing more. */
export function FileName({ file, base }: { readonly file: ListedFile; readonly base: URL }) {
  const [broken, setBroken] = useState(false);
  const isPicture = file.mime_type?.startsWith('image/') === true;
  const url = isPicture && !broken ? urlOf(file, base) : null;
  return (
    <span className={nameRow}>
      <span className={frame}>
        {url !== null ? (
          // Stored pictures may be out of reach, as offline.
          <img src={url} alt="" loading="lazy" className={picture} onError={() => setBroken(true)} />
        ) : isPicture ? (
          <ImageIcon size={18} aria-hidden="true" />
        ) : (
          <FileText size={18} aria-hidden="true" />
        )}
      </span>
      <span className={nameStyle}>{nameOf(file)}</span>
    </span>
  );
}

/** "PNG"; what else an API may store as its MIME type says. */
export function typeText(file: ListedFile): string {
  const type = uploadTypeNames.find((name) => uploadTypes[name].mimeType === file.mime_type);
  return type ? type.toUpperCase() : (file.mime_type ?? '');
}

/** Where a file is used, each place a link to its screen where the console has that. */
export function UsedIn({ file, websiteId }: { readonly file: ListedFile; readonly websiteId: string }) {
  const { used_in: used } = file;
  if (!used) return <span className={muted}>Not known</span>;
  if (used.length === 0) return <span className={muted}>Not used</span>;
  const shown = used.slice(0, placesShown);
  const more = (file.used_in_total ?? used.length) - shown.length;
  return (
    <span className={places}>
      {shown.map(({ label, path }) =>
        path !== null && works(path) ? (
          <Link key={`${path} ${label}`} to="/website/$websiteId/$" params={{ websiteId, _splat: path }} className={placeLink}>
            {label}
          </Link>
        ) : (
          <span key={label}>{label}</span>
        ),
      )}
      {more > 0 ? (
        <span
          className={muted}
          title={used
            .slice(placesShown)
            .map(({ label }) => label)
            .join('; ')}
        >
          and {more} more
        </span>
      ) : null}
    </span>
  );
}

/** Why a file can't be deleted; null where it can, or where only the server knows. */
export function whyKept(file: ListedFile): string | null {
  const [first] = file.used_in ?? [];
  if (!first) return null;
  const more = (file.used_in_total ?? 1) - 1;
  return `In use: ${first.label}${more > 0 ? ` and ${more} more` : ''}. Take it out there first.`;
}
