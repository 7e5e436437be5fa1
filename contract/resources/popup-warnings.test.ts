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
  [
    '<p style="text-align:center">a</p><span style=\'FONT-FAMILY:"Comic Sans MS";color:red\'>b</span>',
    'colours, fonts, sizes and alignment',
  ],
  ['<span style="font-size:14.0pt;mso-bidi-font-size:11pt">Word</span>', 'colours, fonts, sizes and alignment'],
  ['<td align="center" bgcolor=#f0f0f0>Mail</td>', 'colours, fonts, sizes and alignment'],
  ['<font\nface="Arial">a</font><font size=5>b</font>', 'colours, fonts, sizes and alignment'],
  ['<p style="margin:0;margin-left:36pt">in</p>', 'colours, fonts, sizes and alignment'],
  ['<div style="display: none; max-height:0">preview</div>a', 'hidden text'],
  ["<span style='mso-hide:all'>a</span><td STYLE=VISIBILITY:hidden>b</td>", 'hidden text'],
  ['<p class="a" hidden>a</p>', 'hidden text'],
  ['<img src="/a.png" style="width:120px"><td valign="top">a</td>', 'colours, fonts, sizes and alignment'],
  ['<p style=text-align:right>a</p><img align="left" src="/a.png">', 'colours, fonts, sizes and alignment'],
  ['<div style="background:#fff url(https://a.example/a.png) no-repeat !important">a</div>', 'colours, fonts, sizes and alignment'],
  [
    '<span title="color" style="white-space:pre; font: bold 12px/30px Georgia">a</span><script>x</script>',
    'a script, colours, fonts, sizes and alignment',
  ],
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
  // What Google Docs, Word and browsers write around a text without a look of its own.
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">a</p></b>',
  '<span style="background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">a</span>',
  '<meta name="Generator" content="Microsoft Word 15"><p class="MsoNormal" style="margin: 0cm 0cm .0001pt; color:windowtext"><o:p></o:p></p>',
  '<span style="font: inherit; color: inherit !important; background: none; float: none; background-color: rgba(0, 0, 0, 0)" data-x="color:red">a</span>',
  '<p align="left" style="text-align:start; ">a</p><font style="vertical-align: inherit;"><font>a</font></font><b style="">a</b>',
  '<b style="font-weight:700">a</b><i style="text-decoration:underline;font-style:italic">b</i><sup style="vertical-align:super">2</sup>',
  '<img alt="align=center" title="the style=color:red" src="/a.png" width="20"><ol type="a" start=2><li value="3">a</li></ol>',
  'Set color: red; font-size: 12px and align=center, if 3 < 4',
  '<td valign="baseline" style="vertical-align: baseline; width:100%">a</td><img width="120" src="/a.png" style="width:auto;max-width:100%">',
  '<p style="display:block;visibility:visible">a</p><img alt="is hidden" title="display:none" src="/a.png">display:none hidden',
  null,
])('says nothing of %j', (content) => expect(popupWarnings({ content })).toEqual([]));
