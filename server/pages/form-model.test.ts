import { describe, expect, it } from 'vitest';
import { themeKeys } from '#contract/entities/website.ts';
import { type FormField, formFieldsSchema } from '#contract/forms/form-field.ts';
import * as v from 'valibot';
import { renderPage } from '../themes/render.ts';
import { pageFixture } from '../themes/testing/fixture.ts';
import { formModel, previewedForm, type Refused } from './form-model.ts';

const fields = v.parse(formFieldsSchema, [
  { type: 'heading', label: 'About you' },
  { type: 'paragraph', content: 'First line\nSecond <b>line</b>' },
  { type: 'text', key: 'first_name', label: 'First name', required: true, width: 'half', placeholder: 'Ada' },
  { type: 'email', key: 'email', label: 'Email', help: 'For our answer', width: 'half', default: 'you@example.com' },
  { type: 'columns' },
  { type: 'select', key: 'suburb', label: 'Suburb', values: ['Manly', { value: 'b', label: 'Byron Bay' }], default: 'b' },
  { type: 'radio', key: 'when', label: 'When', values: ['Now', 'Later'], required: true },
  { type: 'checkboxes', key: 'kinds', label: 'Kinds', values: ['House', 'Unit'], default: ['Unit'] },
  { type: 'checkbox', key: 'terms', label: 'I agree', required: true, default: true },
  { type: 'number', key: 'rooms', label: 'Rooms' },
  { type: 'phone', key: 'phone', label: 'Phone' },
  { type: 'url', key: 'link', label: 'Link' },
  { type: 'date', key: 'day', label: 'Day' },
  { type: 'textarea', key: 'message', label: 'Message', default: '\nHello' },
]);
const stored = { id: 7, name: 'contact', label: 'Contact us', description: 'We answer.', wantsCaptcha: false, fields };

const shown = (of: readonly FormField[], refused?: Refused, theme: (typeof themeKeys)[number] = 'versatile', captcha = '') => {
  const form = formModel({ ...stored, fields: of }, captcha, refused);
  const html = renderPage({
    ...pageFixture(theme),
    blocks: [],
    popups: [],
    formPage: { title: 'Contact us', message: '', form, isAlone: false },
  });
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
};

describe('a form on a page', () => {
  it.each(themeKeys)('shows every kind of field with its label, help and default, in rows and columns (%s)', (theme) => {
    const html = shown(fields, undefined, theme);
    expect([...html.matchAll(/<(?:input|select|textarea)[^>]*name="([^"]*)"/gu)].map(([, name]) => name)).toEqual([
      'first_name',
      'email',
      'suburb',
      'when',
      'when',
      'kinds',
      'kinds',
      'terms',
      'rooms',
      'phone',
      'link',
      'day',
      'message',
      '_topic',
    ]);
    expect([...html.matchAll(/--form-columns:(\d)/gu)].map(([, columns]) => columns)).toEqual(['1', '1', '2']);
    expect(html).toContain('<h2 class="form-heading">About you</h2>');
    expect(html).toContain('First line\nSecond &lt;b&gt;line&lt;/b&gt;');
    expect(html).toMatch(/<label for="form-f2">First name <span class="field-note">\(required\)<\/span><\/label>/u);
    expect(html).toMatch(
      /<input id="form-f2" type="text" name="first_name" value="" placeholder="Ada" autocomplete="given-name" required>/u,
    );
    expect(html).toMatch(
      /<input id="form-f3" type="email" name="email" value="you@example.com" autocomplete="email" aria-describedby="form-f3-help">/u,
    );
    expect(html).toContain('<option value="b" selected>Byron Bay</option>');
    expect(html).toMatch(/<fieldset[^>]*>\s*<legend>When <span class="field-note">\(required\)/u);
    expect(html).toMatch(/value="Unit" checked/u);
    expect(html).toMatch(/name="terms" value="yes" checked required/u);
    expect(html).toContain('type="text" name="rooms" value="" inputmode="decimal"');
    expect(html).toContain('type="tel" name="phone"');
    // HTML drops the first line break of a text area.
    expect(html).toMatch(/<textarea[^>]*>\n\nHello<\/textarea>/u);
  });

  it('keeps what was typed, and says what is wrong with it in a summary and at the field', () => {
    const html = shown(fields, {
      sent: { first_name: ['"><script>'], kinds: ['House'], rooms: ['many'] },
      problems: { rooms: 'Rooms must be a number.', when: 'When is required.' },
    });
    expect(html).toMatch(/<div class="form-problems" role="alert" tabindex="-1" autofocus>\s*<p[^>]*>There are 2 problems/u);
    expect(html).toContain('<a href="#form-f6">When is required.</a>');
    expect(html).toContain('<a href="#form-f9">Rooms must be a number.</a>');
    expect(html).toMatch(/id="form-f9" [^>]*value="many"[^>]*aria-invalid="true" aria-describedby="form-f9-problem"/u);
    expect(html).toContain('<p class="field-problem" id="form-f9-problem">Rooms must be a number.</p>');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(html).toMatch(/value="House" checked/u);
    expect(html).not.toMatch(/value="Unit" checked|value="yes" checked|selected/u);
  });

  it('asks reCAPTCHA where it is wanted, and only then loads it', () => {
    const page = (captcha: string, preview = false) =>
      renderPage({
        ...{ ...pageFixture('byron'), preview },
        formPage: { title: '', message: '', form: formModel(stored, captcha), isAlone: false },
      });
    expect(page('site"key')).toContain('data-sitekey="site&quot;key"');
    expect(page('k')).toContain('https://www.google.com/recaptcha/api.js');
    expect(page('')).not.toContain('recaptcha');
    expect(page('k', true)).not.toContain('google.com');
  });

  it.each(themeKeys)('is drawn alone in a preview, also half typed (%s)', (theme) => {
    const form = previewedForm({ name: 'n', label: '', description: null, fields: v.parse(formFieldsSchema, [{ type: 'text' }]) });
    const html = renderPage({
      ...pageFixture(theme),
      blocks: [],
      preview: true,
      formPage: { title: '', message: '', form, isAlone: true },
    });
    expect(html).toMatch(/<main id="content">\s*<div class="form-page form-alone">/u);
    expect(html).not.toMatch(/<header|<footer/u);
    expect(html).toContain('<p class="form-title">n</p>');
  });
});
