import { expect, it } from 'vitest';
import { popupWarnings } from './popup-warnings.ts';

it.each([
  ['<p>Hi</p><iframe src="https://a.example"></iframe>', 'a frame'],
  ['<IFRAME\nsrc=x><script>alert(1)</script><script src=x></script>', 'a frame, a script'],
  ['<style>p{color:red}</style><b>x</b>', 'styles'],
  ['<form action="/x"><input name="a"></form>', 'a form (choose one under Form), a field'],
  ['<video controls src="/a.mp4"></video><svg viewBox="0 0 1 1"></svg>', 'a video, a drawing (upload it under Files)'],
  ['<a class="b" href="skype:agency?call">Call</a>', 'a link to “skype:”'],
  ["<a href='javascript:void(0)'>x</a>", 'a link to “javascript:”'],
  ['<a href="geo:1,2">x</a><a href=localhost:3000>y</a>', 'a link to “geo:”, a link to “localhost:”'],
  ['<img class="lazy" data-src="https://a.example/a.png" alt="a: b">', 'a picture (upload it under Files)'],
  ['<img src=""><IMG src="javascript:x">', 'a picture (upload it under Files)'],
])('says what the website leaves out of %s', (content, what) =>
  expect(popupWarnings({ content })).toEqual([`The website leaves out of the content: ${what}.`]),
);

it.each([
  '<p>Hi <b>you</b>, <Name></p><img src="/a.png">',
  '<a href="https://a.example">a</a><a href="mailto:a@b.example">b</a><a href="tel:13">c</a><a href="example.com:80/x">d</a><a href="/x">e</a>',
  'Scripts, <formal> dress and <styles>',
  '<img src="https://a.example/a.png"><img alt="a" src=//a.example/a.png><img src = \'/files/a b.png\' data-src=""><img src=a.png>',
  '<img src="data:image/png;base64,AA==">',
  '<p>An iframe has a script</p>',
  null,
])('says nothing of %j', (content) => expect(popupWarnings({ content })).toEqual([]));
