import { framedScreenOf } from '#contract/frames/screens.ts';
import { describe, expect, it } from 'vitest';
import { frameAddress, frameAddressWithKey } from './frame-address.ts';

const bases = { cms: '/cms', adminApp: 'https://admin.example/app/' };
const of = (path: string, websiteId = '5') => {
  const screen = framedScreenOf(path);
  if (!screen) throw new Error(`${path} is not framed`);
  return { screen, websiteId, bases, console: 'https://console.example/website/5' };
};

describe('the address of a framed page', () => {
  it('is the content-management admin’s of the website, or the other application’s with the screen’s path', () => {
    expect(frameAddress(of('content/pages')).href).toBe('https://console.example/cms/5/wp-admin/edit.php?post_type=page');
    expect(frameAddress(of('content/listings')).href).toBe('https://admin.example/app/5/content/listings');
    expect(frameAddress(of('menu', '../9')).href).toBe('https://console.example/cms/..%2F9/wp-admin/nav-menus.php');
  });

  it('gets the key as user_key', () => {
    expect(frameAddressWithKey(of('content/pages'), 'a&b')).toBe(
      'https://console.example/cms/5/wp-admin/edit.php?post_type=page&user_key=a%26b',
    );
  });
});
