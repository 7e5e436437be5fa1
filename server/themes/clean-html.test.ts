import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

const html = (typed: string) => cleanHtml(typed, '/sites/a.test').html;

describe('what an agency typed', () => {
  it.each([
    ['<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<img src="//other.example/x.png">', '<img />'],
    ['<iframe src="https://a.example"></iframe><b>x</b>', '<b>x</b>'],
    ['<style>*{display:none}</style><b style="position:fixed" id="content">x</b>', '<b>x</b>'],
    ['<svg><script>alert(1)</script></svg><math><mtext></mtext></math>x', 'x'],
    ['<form action="/x"><input name="a"><button>Go</button></form>', 'Go'],
    ['<b>open', '<b>open</b>'],
    ['</div></dialog><b>x</b>', '<b>x</b>'],
    ['<!-- <script> --><i>x</i>', '<i>x</i>'],
  ])('%s is cleaned', (typed, clean) => expect(html(typed)).toBe(clean));

  it('keeps what formats a text, and leads inside the site', () => {
    const kept = '<h3 class="big">A &amp; B</h3><ul><li><strong>x</strong></li></ul><a href="https://a.example/" title="t">x</a>';
    expect(html(kept)).toBe(kept);
    expect(html('<a href="/contact-us">x</a>')).toBe('<a href="/sites/a.test/contact-us">x</a>');
    expect(html('<a href="/x" target="_blank">x</a>')).toBe('<a href="/sites/a.test/x" target="_blank" rel="noopener">x</a>');
  });

  it('without tags is a text, whose signs are shown as they are', () => {
    expect(cleanHtml('3 < 4 & "5"\nnext', '')).toEqual({ html: '3 &lt; 4 &amp; "5"\nnext', isText: true });
  });
});
