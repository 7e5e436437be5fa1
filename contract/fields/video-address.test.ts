import { describe, expect, it } from 'vitest';
import { video, videoOf } from './video-address.ts';

const id = 'dQw4w9WgXcQ';

describe('a video', () => {
  it.each([
    id,
    ` ${id} `,
    `\u200b${id}\ufeff`,
    `https://www.youtube.com/watch?v=${id}`,
    `https://www.youtube.com/watch?app=desktop&v=${id}&t=0`,
    `http://m.youtube.com/watch?list=PL1&v=${id}#top`,
    `youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `//www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    `https://www.youtube.com/shorts/${id}?feature=share`,
    `https://www.youtube.com/live/${id}`,
    `https://youtu.be/${id} and once more: https://www.youtube.com/watch?v=${id}, by https://www.youtube.com/@agency`,
    `(https://youtu.be/${id})`,
    `[Our film](https://www.youtube.com/watch?v=${id}).`,
    `Watch https://youtu.be/${id}, and call us.`,
    `https://studio.youtube.com/video/${id}/edit`,
    `https://www.google.com/url?q=https://www.youtube.com/watch%3Fv%3D${id}&sa=D`,
    `https://aus01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fyoutu.be%2F${id}%3Fsi%3Dx&data=05%7C02%7C&reserved=0`,
    `<iframe width="560" src="https://www.youtube.com/embed/${id}?si=1&amp;rel=5" title="https://example.com"></iframe>`,
  ])('on YouTube is the id of %j', (text) => {
    expect(video.clean(text)).toBe(id);
    expect(videoOf(text)).toEqual({ host: 'youtube', id, start: 0 });
    expect(video.problem(video.clean(text))).toBeNull();
  });

  it.each([
    ['https://vimeo.com/76979871', '76979871'],
    ['https://player.vimeo.com/video/76979871?badge=0', '76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871'],
    ['https://vimeo.com/76979871/a1b2c3d4e5', '76979871/a1b2c3d4e5'],
    ['https://vimeo.com/showcase/7777777/video/76979871?share=copy', '76979871'],
    ['https://vimeo.com/album/7777777/video/76979871', '76979871'],
    ['https://vimeo.com/groups/1234567/videos/76979871', '76979871'],
    ['https://vimeo.com/manage/videos/76979871/a1b2c3d4e5', '76979871/a1b2c3d4e5'],
    ['<iframe src="https://player.vimeo.com/video/76979871?h=a1b2c3d4e5&amp;title=0"></iframe>', '76979871/a1b2c3d4e5'],
    ['76979871', '76979871'],
  ])('on Vimeo is the id of %j', (text, vimeo) => {
    expect(videoOf(text)).toEqual({ host: 'vimeo', id: vimeo, start: 0 });
    expect(video.clean(video.clean(text))).toBe(vimeo);
  });

  it.each([
    [`https://www.youtube.com/watch?app=desktop&v=${id}&t=42s`, `${id}?start=42`, 42],
    [`http://m.youtube.com/watch?list=PL1&v=${id}#t=1m30s`, `${id}?start=90`, 90],
    [`https://youtu.be/${id}?si=abc&t=1h2m3s`, `${id}?start=3723`, 3723],
    [`https://www.youtube-nocookie.com/embed/${id}?start=90`, `${id}?start=90`, 90],
    [`<iframe src="https://www.youtube.com/embed/${id}?si=1&amp;start=5"></iframe>`, `${id}?start=5`, 5],
    ['https://vimeo.com/76979871/a1b2c3d4e5#t=30s', '76979871/a1b2c3d4e5?start=30', 30],
    [`${id}?start=42`, `${id}?start=42`, 42],
    [`https://youtu.be/${id}?t=90.5`, `${id}?start=90`, 90],
    [`https://youtu.be/${id}?t=1:30`, `${id}?start=90`, 90],
    [`https://youtu.be/${id}?t=1%3A02%3A03`, `${id}?start=3723`, 3723],
    [`https://youtu.be/${id}?t=1M30S`, `${id}?start=90`, 90],
    [`https://youtu.be/${id}?t=1m30`, `${id}?start=90`, 90],
    [`https://youtu.be/${id}?t=2min`, `${id}?start=120`, 120],
    [`https://www.youtube.com/watch?time_continue=12&v=${id}`, `${id}?start=12`, 12],
    ['https://vimeo.com/76979871#t=90.25,120', '76979871?start=90', 90],
    [`https://youtu.be/${id}&t=10`, `${id}?start=10`, 10],
    [`https://www.youtube.com/watch?v=${id}&amp;t=30s.`, `${id}?start=30`, 30],
    [`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}%26t%3D10`, `${id}?start=10`, 10],
    [`https://youtu.be/${id}?t=0.4`, id, 0],
    [`https://youtu.be/${id}?t=`, id, 0],
  ])('keeps where it begins: %s', (text, stored, start) => {
    expect(video.clean(text)).toBe(stored);
    expect(video.clean(stored)).toBe(stored);
    expect(video.problem(stored)).toBeNull();
    expect(videoOf(text)?.start).toBe(start);
  });

  it.each(['soon', '-5', '1:2:3:4', '12345678'])('is refused with its reason where it begins at "%s"', (begin) => {
    const text = `https://youtu.be/${id}?t=${begin}`;
    expect(video.clean(text)).toBe(text);
    expect(video.problem(text)).toBe(
      `The address says that the video begins at “${begin}”, which is no time. Write it as 1m30s, or take it out.`,
    );
    expect(videoOf(text)).toEqual({ host: 'youtube', id, start: 0 });
  });

  it.each([
    'https://www.youtube.com/@agency',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/watch?v=short',
    'https://vimeo.com/agency',
    'https://vimeo.com/event/3141592',
    'https://vimeo.com/showcase/7777777',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=UC1',
    `https://youtu.be/${id} https://youtu.be/aaaaaaaaaaa`,
    '<iframe src="https://player.vimeo.com/video/76979871"></iframe><iframe src="https://player.vimeo.com/video/76979872"></iframe>',
    'https://notyoutube.com.evil.example/watch?v=x',
    'https://example.com/video.mp4',
    'a video',
    `${id}"><script>`,
  ])('is not in %j, which stays and is refused', (text) => {
    expect(video.clean(text)).toBe(text);
    expect(videoOf(text)).toBeNull();
    expect(video.problem(text)).toMatch(/YouTube or Vimeo\.$/u);
  });

  it('is found at no more cost than the length of the text', () => {
    expect(video.clean(`${'a.'.repeat(100_000)}youtu.be/${id}`)).toBe(id);
  });
});
