import { describe, expect, it } from 'vitest';
import { threadTime } from '../testing/thread-time.ts';
import { cleanHtml } from './clean-html.ts';

const html = (typed: string) => cleanHtml(typed, '/sites/a.test').html;

describe('what an agency typed', () => {
  it.each([
    ['<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<iframe src="https://a.example"></iframe><b>x</b>', '<b>x</b>'],
    ['<style>*{display:none}</style><b style="position:fixed" id="content">x</b>', '<b>x</b>'],
    ['<svg><script>alert(1)</script></svg><math><mtext></mtext></math>x', 'x'],
    ['<form action="/x"><input name="a"><button>Go</button></form>', 'Go'],
    ['<div style="display:none;max-height:0">Preview <b>of</b> a mail</div><p>Hi</p>', '<p>Hi</p>'],
    [
      '<table><tr style="mso-hide:all"><td>a</td></tr><tr><td>b<img style="visibility: hidden" src="/1.gif"></td></tr></table>',
      '<table><tr><td>b</td></tr></table>',
    ],
    ['<p>a<span style="display:none">b<div>c</div></span><a style="display:none" href="/x">d</a> e</p>f', '<p>a e</p>f'],
    ['<section hidden><p>a</p></section><p>b</p>', '<p>b</p>'],
    ['<p style="display:block">a<span style="visibility:visible">b</span></p>', '<p>a<span>b</span></p>'],
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

  it.each([
    ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Hi <b>you</b></p></b>', '<span><p>Hi <b>you</b></p></span>'],
    ['<b style="font-weight:700">x</b>', '<b>x</b>'],
    ['<span style="font-weight:700">x</span><span style="font-style: italic">y</span>', '<strong>x</strong><em>y</em>'],
    ['<span style="font-weight:400;font-style:normal">x</span>', '<span>x</span>'],
    ['<h1>Open home</h1>Saturday', '<h2>Open home</h2>Saturday'],
    ['<section>One</section><pre>Two</pre>', '<div>One</div><div>Two</div>'],
    ['<img src="data:image/png;base64,AAAA" alt="x">', '<img src="data:image/png;base64,AAAA" alt="x" />'],
    ['<p>a<b then <i>x</i></p>', '<p>a&lt;b then <i>x</i></p>'],
    ['<i>x</i> if a<b and c>d', '<i>x</i> if a&lt;b and c&gt;d'],
    ['<i>x</i> for <$500,000 & <5 rooms', '<i>x</i> for &lt;$500,000 &amp; &lt;5 rooms'],
    ['<p title="a > b">1 &lt; 2 &amp; &copy;</p>', '<p>1 &lt; 2 &amp; ©</p>'],
    ['<a href="www.example.com/a">x</a>', '<a href="https://www.example.com/a">x</a>'],
    ['<a href="sms:+61412345678">x</a>', '<a href="sms:+61412345678">x</a>'],
    ['<a href="jane@example.com">x</a>', '<a href="mailto:jane@example.com">x</a>'],
    ['<o:p>Word</o:p><b>x</b>', 'Word<b>x</b>'],
    ['<p>See <https://a.example/b?c=1> now</p>', '<p>See &lt;https://a.example/b?c=1&gt; now</p>'],
    ['<p>Dear <First Name>, <your@mail.example></p>', '<p>Dear &lt;First Name&gt;, &lt;your@mail.example&gt;</p>'],
    ['<p><del>$900,000</del> <strike>a</strike> <ins>$850,000</ins></p>', '<p><s>$900,000</s> <s>a</s> <u>$850,000</u></p>'],
    ['<span style="text-decoration:underline">x</span>', '<u>x</u>'],
    ['<p dir="rtl" lang="ar">مرحبا</p>', '<p dir="rtl" lang="ar">مرحبا</p>'],
    ['<ol start="3"><li value="5">x</li></ol>', '<ol start="3"><li value="5">x</li></ol>'],
    ['<a href="//a.example/b">x</a>', '<a href="https://a.example/b">x</a>'],
    ['<p>Dear <Name>,</p>', '<p>Dear &lt;Name&gt;,</p>'],
    ['<p><suburb>, <first-name>, <Address>, <b></p>', '<p>&lt;suburb&gt;, &lt;first-name&gt;, &lt;Address&gt;, <b></b></p>'],
    ['<p>See the <table of contents> <strong view></p>', '<p>See the &lt;table of contents&gt; &lt;strong view&gt;</p>'],
    ['<address>1 High St</address><Time>noon</Time>', '<div>1 High St</div>noon'],
    ['<ol reversed><li>x</ol><br/><hr noshade>', '<ol reversed><li>x</li></ol><br /><hr />'],
    ['<svg><g><title>A</title><text>x</text></g></svg>y', 'y'],
    ['<span style="font-weight:700;font-style:italic">x</span>', '<strong><em>x</em></strong>'],
    [
      '<span class="a" style="font: italic bold 12px Arial;text-decoration:underline line-through">x</span>',
      '<strong class="a"><em><u><s>x</s></u></em></strong>',
    ],
    ['<b style="font-style:italic">x</b><i style="font-weight:bold">y</i>', '<strong><em>x</em></strong><strong><em>y</em></strong>'],
    ['<em style="font-style:normal">x</em><u style="text-decoration:none">y</u>', '<span>x</span><span>y</span>'],
    ['120 m<span style="font-size:0.6em;vertical-align:super">2</span>', '120 m<sup>2</sup>'],
    ['<p class="a" style="font-weight:bold"><i>x</i></p><p>y</p>', '<p class="a"><strong><i>x</i></strong></p><p>y</p>'],
    ['<ul><li value="2" style="font-style:italic">x<li>y</ul>', '<ul><li value="2"><em>x</em></li><li>y</li></ul>'],
    ['<a href="/x" style="font-weight:600;text-decoration:underline">x</a>', '<a href="/sites/a.test/x"><strong>x</strong></a>'],
    ['<a href="/x?a=$&" style="font-style:italic">x</a>', '<a href="/sites/a.test/x?a=$&amp;"><em>x</em></a>'],
    ['<b><i>x</i></b>', '<b><i>x</i></b>'],
    ['<a href="example.com/page">x</a>', '<a href="https://example.com/page">x</a>'],
    ['<a href=" Example.com.au ">x</a>', '<a href="https://Example.com.au">x</a>'],
    ['<a href="example.com:8080/a?b#c">x</a>', '<a href="https://example.com:8080/a?b#c">x</a>'],
    ['<a href="münchen.de/a">x</a>', '<a href="https://münchen.de/a">x</a>'],
    ['<a href="brochure.pdf">x</a><a href="about">y</a>', '<a href="brochure.pdf">x</a><a href="about">y</a>'],
    ['<a href="#top">x</a><a href="?page=2">y</a>', '<a href="#top">x</a><a href="?page=2">y</a>'],
    ['<font color="red">x</font><custom-tag a="1">y</custom-tag>', 'xy'],
    ['<a href="\u200bhttps://a.example/\ufeff">x</a>', '<a href="https://a.example/">x</a>'],
    ['<a href="\u200b/contact">x</a>', '<a href="/sites/a.test/contact">x</a>'],
    ['<a href="jo@a.example?subject=Hi">x</a>', '<a href="mailto:jo@a.example?subject=Hi">x</a>'],
    [
      '<img src="//other.example/x.png"><img src=" www.other.example/y.png ">',
      '<img src="https://other.example/x.png" /><img src="https://www.other.example/y.png" />',
    ],
    ['<img src="house.png"><img src="/files/1/a.png">', '<img src="house.png" /><img src="/files/1/a.png" />'],
    ['<p>Act now <! only 2 left !> and <!!!> save</p>', '<p>Act now &lt;! only 2 left !&gt; and &lt;!!!&gt; save</p>'],
    ['<b>x</b> <!-- never closed <i>y</i>', '<b>x</b> &lt;!-- never closed <i>y</i>'],
    ['<!DOCTYPE html><p>a<!-- <b> --><![if !supportLists]>b<![endif]></p><?xml version="1.0"?>', '<p>ab</p>'],
  ])('%s means %s', (typed, meant) => expect(html(typed)).toBe(meant));

  it.each([
    ['if a<b then c', 'if a&lt;b then c'],
    ['Jane <jane@example.com>', 'Jane &lt;jane@example.com&gt;'],
    ['Fish &amp; Chips &copy; R&D', 'Fish &amp; Chips &copy; R&amp;D'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['Dear <Name>', 'Dear &lt;Name&gt;'],
  ])('%s is a text', (typed, meant) => expect(cleanHtml(typed, '')).toEqual({ html: meant, isText: true }));

  it.each(['data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html,x', ' data:text/html;base64,x', 'javascript:alert(1)'])(
    'has no picture from %s',
    (src) => expect(html(`<img src="${src}">`)).toBe('<img />'),
  );

  it('costs little where signs repeat', () => {
    const clean = () => ['<a "', "<b '", '<a b="', '<'].map((text) => html(text.repeat(9000 / text.length)));
    expect(threadTime(clean)).toBeLessThan(2_000_000);
  });

  it('without tags is a text, whose signs are shown as they are', () => {
    expect(cleanHtml('3 < 4 & "5"\nnext', '')).toEqual({ html: '3 &lt; 4 &amp; "5"\nnext', isText: true });
  });
});
