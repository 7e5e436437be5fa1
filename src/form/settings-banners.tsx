import type { Side } from '#machines/ports.ts';
import type { FormBanner } from '#machines/settings-screen/settings-screen.banners.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { focusField, focusHeading } from '#src/ui/focus-field.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice, type Tone } from '#src/ui/notice.tsx';
import { chooseTitle } from './field-pending-mark.tsx';
import { choiceMissing, loadChoice } from './choice-parts.tsx';
import { useSyncCenter } from '#src/app/sync-center-open.ts';

type Form = ActorRefFrom<typeof settingsScreenMachine>;

export interface SettingsBannersProps {
  readonly banners: readonly FormBanner[];
  readonly actor: Form;
}

const tones: { readonly [T in FormBanner['tone']]: Tone } = { info: 'info', warning: 'warning', error: 'danger' };

/**
 * The most serious banner of a form, with a word on each of the others: rejected changes, conflicts, a restored draft. It shares the bar at the
 * foot with the unsaved changes. Pending saves are marked at their fields and in the chip, since a banner would come at every save.
 */
export function SettingsBanners({ banners, actor }: SettingsBannersProps) {
  const { open } = useSyncCenter();
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const [banner, ...others] = banners;
  if (!banner) return null;
  const choose = async (key: string) => {
    const isThere = await loadChoice();
    setChoiceMissing(!isThere);
    if (isThere) openChoice(key);
  };
  const words = others.map(({ word, at }) => (at === null ? word : `unsaved changes from ${timeOf(at)} restored`));
  return (
    <Notice key={banner.kind} tone={tones[banner.tone]} live="status" actions={actionOf(banner, open, choose, actor)}>
      {banner.kind === 'restoredDraft' && banner.at !== null ? `Unsaved changes from ${timeOf(banner.at)} restored` : banner.text}
      {isChoiceMissing && banner.kind === 'conflict' ? <span className={also}>{choiceMissing}</span> : null}
      {words.length > 0 ? <span className={also}>{`Besides: ${words.join('; ')}.`}</span> : null}
    </Notice>
  );
}

const also = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

function actionOf(banner: FormBanner, openSyncCenter: () => void, choose: (key: string) => void, actor: Form) {
  if (banner.kind === 'restoredDraft') {
    const discard = () => {
      actor.send({ type: 'draft.discarded' });
      focusHeading();
    };
    return (
      <Button size="small" onClick={discard}>
        Discard
      </Button>
    );
  }
  if (banner.kind === 'conflict' && banner.fields) {
    const [first = '', ...others] = banner.fields;
    // The choice at the field is the only one for a single field.
    if (others.length === 0)
      return (
        <Button size="small" onClick={() => choose(first)}>
          {chooseTitle}
        </Button>
      );
    const chooseAll = (side: Side) => {
      actor.send({ type: 'conflict.allChosen', side });
      // The focused button disappears with the banner.
      focusField(first);
    };
    return (
      <>
        <Button size="small" onClick={() => choose(first)}>
          Choose one by one
        </Button>
        <Button size="small" onClick={() => chooseAll('mine')}>
          Keep all mine
        </Button>
        <Button size="small" onClick={() => chooseAll('theirs')}>
          Take all theirs
        </Button>
      </>
    );
  }
  if (banner.kind === 'conflict' || banner.kind === 'rejected') {
    return (
      <Button size="small" onClick={openSyncCenter}>
        {banner.kind === 'conflict' ? chooseTitle : 'Show the change'}
      </Button>
    );
  }
  return null;
}

/** Opens the choice at a field, which shows both values, and gives its mark the focus, once the mark is drawn. */
async function openChoice(key: string): Promise<void> {
  await new Promise(requestAnimationFrame);
  const mark = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"] button[title="${chooseTitle}"]`);
  if (mark?.ariaExpanded === 'false') mark.click();
  // The choice needs the room below the mark.
  mark?.scrollIntoView({ block: 'start' });
  mark?.focus({ preventScroll: true });
}

function timeOf(at: number): string {
  const time = dayjs(at);
  return time.isSame(dayjs(), 'day') ? time.format('H:mm') : time.format('D MMM, H:mm');
}
