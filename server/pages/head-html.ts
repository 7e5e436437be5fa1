import type { PageModel, PageImage } from '../themes/page-model.ts';
import type { SiteSettings } from './site-settings.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (char) => escapes[char] ?? char);

const container = /^GTM-[A-Z0-9]{4,20}$/iu;

interface HeadParts {
  readonly settings: SiteSettings;
  readonly favicon: PageImage | null;
  readonly touchIcon: PageImage | null;
  /** The address of the feed of posts; null where there is none. */
  readonly feed: { readonly href: string; readonly title: string } | null;
}

/** The agency's own additions to every page of its public site. Its own code is inserted as typed; codes of services are validated. */
export function customHtml({ settings, favicon, touchIcon, feed }: HeadParts): PageModel['custom'] {
  const containers = [...new Set([settings.text('gtm_code'), settings.text('spoke_gtm_code')])].filter((code) => container.test(code));
  const verification = settings.text('google_verification_code');
  const pixel = settings.text('fb_pixel_code');
  const head = [
    favicon && `<link rel="icon" href="${escapeHtml(favicon.url)}">`,
    touchIcon && `<link rel="apple-touch-icon" href="${escapeHtml(touchIcon.url)}">`,
    settings.flag('disable_ios_phone_number_detection') && '<meta name="format-detection" content="telephone=no">',
    verification !== '' && `<meta name="google-site-verification" content="${escapeHtml(verification)}">`,
    feed && `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.href)}">`,
    ...containers.map(containerScript),
    /^\d{5,20}$/u.test(pixel) && pixelScript(pixel),
    settings.code('tracking_snippets_code'),
    settings.code('header_js'),
  ];
  return {
    css: settings.code('custom_css'),
    headHtml: joined(head),
    footHtml: joined([...containers.map(containerFrame), settings.code('footer_js')]),
  };
}

const joined = (parts: readonly (string | false | null)[]): string =>
  parts.filter((part) => part !== false && part !== null && part !== '').join('\n');

/** As the services publish it; the code has been checked to contain only letters and digits. */
const containerScript = (code: string): string =>
  `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','${code}');</script>`;
const containerFrame = (code: string): string =>
  `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=${code}" height="0" width="0" title="Tag manager" style="display:none"></iframe></noscript>`;
const pixelScript = (id: string): string =>
  `<script>!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init','${id}');fbq('track','PageView');</script>`;
