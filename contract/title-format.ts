/** The title of a page for search engines, where neither it nor the settings have one. */
export const defaultTitleFormat = '%post_title% | %site_title%';
