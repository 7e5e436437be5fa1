import { homepagePath } from './blocks/paths.ts';
import { resourcePlaces } from './resources/places.gen.ts';

/** A side-navigation entry; `path` stands under /website/{websiteId}/. An entry shows when its screen works. */
export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
}
export interface NavigationSection {
  readonly title: string | null;
  readonly entries: readonly NavigationEntry[];
}
export interface NavigationGroup {
  readonly id: 'content' | 'appearance' | 'marketing' | 'settings';
  readonly title: string;
  readonly sections: readonly NavigationSection[];
}

const section = (title: string | null, ...entries: readonly (readonly [label: string, path: string])[]): NavigationSection => ({
  title,
  entries: entries.map(([label, path]) => ({ label, path })),
});

/** The spec's four groups in its order; at the end of a group stand routes that have no entry in the spec. */
const groups: readonly NavigationGroup[] = [
  {
    id: 'content',
    title: 'Content',
    sections: [
      section('General Content', ['Pages', 'content/pages'], ['Media Library', 'design/media']),
      section('Blog', ['Index Page', 'posts-landing-page'], ['Blog Posts', 'content/posts']),
      section(
        'Listings',
        ['Index Page', 'listings-landing-page'],
        ['Synced Listings', 'content/listings'],
        ['Manual Listings', 'content/manual-listings'],
        ['Open Homes', 'openhomes-landing-page'],
      ),
      section('Agency', ['Agency Profile Settings', 'agency-landing-page'], ['Agency Profiles', 'content/agency-profiles']),
      section(
        'Staff',
        ['Index Page', 'staff-landing-page'],
        ['Staff Page Settings', 'staff-page-settings'],
        ['Staff Members', 'content/staff-members'],
      ),
      section('Testimonials', ['Index Page', 'testimonials-landing-page'], ['Testimonials', 'content/testimonials']),
      section('Projects', ['Index Page', 'projects-landing-page'], ['Individual Projects', 'content/projects']),
      section(
        'More',
        ['Developments', 'content/developments'],
        ['Suburbs', 'content/suburbs'],
        ['Widgets', 'design/widgets'],
        ['Files', 'files'],
      ),
    ],
  },
  {
    id: 'appearance',
    title: 'Appearance',
    sections: [
      section(
        null,
        ['Company Branding', 'design/styles'],
        ['Homepage Styles', homepagePath],
        ['Header', 'design/header-behaviour'],
        ['Footer', 'design/footer'],
        ['Menus', 'menu'],
        ['Homepage SEO', 'homepage-seo'],
        ['Menu Locations', 'menu-settings'],
      ),
    ],
  },
  {
    id: 'marketing',
    title: 'Marketing',
    sections: [
      section(
        null,
        ['Social links', 'marketing/social'],
        ['Tracking', 'marketing/tracking'],
        ['Feeds', 'marketing/feeds'],
        ['Forms', 'forms'],
        ['Submissions', 'submissions'],
        ['Form Settings', 'forms-settings'],
        ['Popups', 'marketing/popups'],
      ),
    ],
  },
  {
    id: 'settings',
    title: 'Settings',
    sections: [
      section(
        null,
        ['Site Information', 'design/site-info'],
        ['SEO', 'admin/seo'],
        ['Domains', 'admin/domains'],
        ['Custom Terminology', 'admin/terminology'],
        ['Agency Departments', 'admin/departments'],
        ['Project Settings', 'admin/project-settings'],
        ['Listing Settings', 'admin/listing-settings'],
        ['Listing Search Settings', 'admin/listing-search'],
        ['Users', 'admin/users'],
      ),
      section('CRM Connection', ['Listing Sources', 'admin/listing-sources'], ['Syncs', 'account/syncs']),
      section('Technical', ['Custom CSS', 'design/custom'], ['Custom JS', 'admin/custom-js'], ['Robots.txt', 'marketing/robotss']),
    ],
  },
];

/** A list of records, and the place of its entry; see `ResourceDefinition`. */
interface ResourcePlace {
  readonly path: string;
  readonly entry:
    | ({ readonly label: string } & ({ readonly after: string } | (Pick<NavigationGroup, 'id'> & Pick<NavigationSection, 'title'>)))
    | null;
}

/** All entries: those above, and those of resources, each in its place. */
export const navigation: readonly NavigationGroup[] = withResources(groups, resourcePlaces);

/** Resolves chains too: an entry may follow that of another resource. */
export function withResources(own: readonly NavigationGroup[], places: readonly ResourcePlace[]): readonly NavigationGroup[] {
  const wanted = places.flatMap(({ path, entry }) => (entry === null ? [] : [{ path, ...entry }]));
  const withFollowers = (entry: NavigationEntry): readonly NavigationEntry[] => [
    entry,
    ...wanted
      .filter((place) => 'after' in place && place.after === entry.path)
      .flatMap(({ label, path }) => withFollowers({ label, path })),
  ];
  const atEnd = (id: string, title: string | null) => wanted.filter((place) => 'id' in place && place.id === id && place.title === title);
  return own.map((group) => ({
    ...group,
    sections: group.sections.map(({ title, entries }) => ({
      title,
      entries: [...entries, ...atEnd(group.id, title)].flatMap(({ label, path }) => withFollowers({ label, path })),
    })),
  }));
}

/** The navigation with only the entries whose screens work; empty sections and groups are left out. */
export function workingNavigation(works: (path: string) => boolean): readonly NavigationGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((part) => ({ ...part, entries: part.entries.filter((entry) => works(entry.path)) }))
        .filter((part) => part.entries.length > 0),
    }))
    .filter((group) => group.sections.length > 0);
}

/** An entry's label, with the name of its section, else of its group, where other entries read the same: "Index Page, Blog". */
export function distinctLabel(groups: readonly NavigationGroup[], section: NavigationSection, { label }: NavigationEntry): string {
  const all = groups.flatMap((group) => group.sections.flatMap(({ entries }) => entries));
  if (all.filter((entry) => entry.label === label).length < 2) return label;
  const name = section.title ?? groups.find(({ sections }) => sections.includes(section))?.title;
  return name === undefined ? label : `${label}, ${name}`;
}
