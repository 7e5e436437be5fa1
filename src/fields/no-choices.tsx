import { Link } from '@tanstack/react-router';
import { type ChoiceList, isChosenResource } from '#contract/entities/lists.ts';
import { navigation } from '#contract/navigation.ts';
import { works } from '#src/app/website-path.ts';
import type { ControlProps } from '#src/ui/field.tsx';
import { css } from '#styled/css/index.js';
import { useFieldData } from './field-data.ts';
import { listLabels } from './list-labels.ts';

const box = css({
  padding: '3',
  border: 'hairline',
  borderStyle: 'dashed',
  borderRadius: 'md',
  backgroundColor: 'surface.sunken',
  color: 'text.muted',
});
const linkStyle = css({ color: 'accent.text', textDecoration: 'underline' });

/** The screen where the items of a list are made, under /website/{websiteId}/. */
const madeAt: Readonly<Record<ChoiceList, string>> = {
  menu: 'menu',
  form: 'forms',
  page: 'content/pages',
  sync: 'account/syncs',
  agency: 'content/agency-profiles',
  staff: 'content/staff-members',
  testimonials: 'content/testimonials',
  posts: 'content/posts',
  listings: 'content/listings',
};

interface NoChoicesProps {
  readonly list: ChoiceList;
  readonly control: ControlProps;
}

/** In place of a choice without options: why there are none, and where they are made. The rest of the form can be saved. */
export function NoChoices({ list, control: { id } }: NoChoicesProps) {
  const { many } = listLabels[list];
  return (
    <div id={id} tabIndex={-1} className={box} data-no-choices={list}>
      This website has no {many} yet, so there is nothing to choose. <Where list={list} /> Everything else here can be saved meanwhile.
    </div>
  );
}

function Where({ list }: { readonly list: ChoiceList }) {
  const { websiteId } = useFieldData();
  const path = madeAt[list];
  if (websiteId === undefined || !works(path)) {
    return isChosenResource(list) ? null : <>Its {listLabels[list].many} are made in the content-management admin.</>;
  }
  return (
    <>
      Make {listLabels[list].one} in{' '}
      <Link to="/website/$websiteId/$" params={{ websiteId, _splat: path }} className={linkStyle}>
        {nameOf(path)}
      </Link>
      .
    </>
  );
}

/** "Appearance, Menus", as the side navigation has it. */
function nameOf(path: string): string {
  for (const group of navigation) {
    for (const { entries } of group.sections) {
      const entry = entries.find((candidate) => candidate.path === path);
      if (entry) return `${group.title}, ${entry.label}`;
    }
  }
  return path;
}
