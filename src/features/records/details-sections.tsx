import type { RecordDetails } from '#contract/entities/record-details.ts';
import type { RecordDetailsDefinition } from '#contract/resources/details.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { UsePlace } from '#src/list/use-place.tsx';
import { BarChart } from '#src/ui/bar-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { Details } from './use-details.ts';

const muted = css({ color: 'text.muted' });
const list = css({ display: 'flex', flexDirection: 'column', gap: '1', overflowWrap: 'anywhere' });
const failed = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '3', color: 'text.muted' });
const skeleton = css({ height: '[6rem]' });
const chartSkeleton = css({ height: '[14rem]' });

interface SectionProps {
  readonly known: Details;
}

/** Where the record is used, with a link to each place. */
export function DetailsUses({
  websiteId,
  texts,
  known,
}: SectionProps & { readonly websiteId: string; readonly texts: RecordDetailsDefinition['uses'] }) {
  return (
    <SectionCard title={texts.title}>
      <Known what={texts.title} known={known} outline={<Skeleton className={skeleton} />}>
        {({ used_in: places, used_in_total: total }) => {
          if (!places) return <p className={muted}>This server does not tell where it is used.</p>;
          const more = (total ?? places.length) - places.length;
          if (places.length === 0) return <p className={muted}>{texts.none}</p>;
          return (
            <ul className={list}>
              {places.map((use) => (
                <li key={`${use.path} ${use.label}`}>
                  <UsePlace use={use} websiteId={websiteId} />
                </li>
              ))}
              {more > 0 ? <li className={muted}>{`and ${more} more`}</li> : null}
            </ul>
          );
        }}
      </Known>
    </SectionCard>
  );
}

/** How many there were in each of the last weeks. */
export function DetailsWeeks({ texts, known }: SectionProps & { readonly texts: RecordDetailsDefinition['weeks'] }) {
  return (
    <SectionCard title={texts.title}>
      <Known what={texts.title} known={known} outline={<Skeleton className={chartSkeleton} />}>
        {({ submissions_by_week: weeks, submissions_total: total }) => {
          if (!weeks) return <p className={muted}>{`This server does not count ${texts.many} by week.`}</p>;
          const count = (value: number) => `${value.toLocaleString('en')} ${value === 1 ? texts.one : texts.many}`;
          if (total === 0) return <p className={muted}>{texts.none}</p>;
          if (weeks.every(({ submissions }) => submissions === 0)) return <p className={muted}>{captionOf(weeks, total ?? null, count)}</p>;
          return (
            <BarChart
              caption={captionOf(weeks, total ?? null, count)}
              bars={weeks.map(({ week, submissions: value }, at) => ({
                id: week,
                label: `Week of ${dayjs(week).format('D MMM YYYY')}`,
                tick: dayjs(week).isSame(dayjs(weeks[at - 1]?.week ?? dayjs(week).subtract(1, 'year')), 'month')
                  ? ''
                  : dayjs(week).format('MMM'),
                value,
              }))}
              describe={count}
              columns={['Week', `${texts.many.charAt(0).toUpperCase()}${texts.many.slice(1)}`]}
            />
          );
        }}
      </Known>
    </SectionCard>
  );
}

type Weeks = NonNullable<RecordDetails['submissions_by_week']>;

/** "96 submissions in the last 26 weeks. The most in one week were 12, from 19 Oct. 141 submissions in all." */
function captionOf(weeks: Weeks, total: number | null, count: (value: number) => string): string {
  const sum = weeks.reduce((all, { submissions }) => all + submissions, 0);
  const highest = Math.max(...weeks.map(({ submissions }) => submissions));
  const top = weeks.find(({ submissions }) => submissions === highest);
  const most =
    top && highest > 1 ? ` The most in one week were ${highest.toLocaleString('en')}, from ${dayjs(top.week).format('D MMM')}.` : '';
  const all = total === null || total === sum ? '' : ` ${count(total)} in all.`;
  return `${count(sum)} in the last ${weeks.length} weeks.${most}${all}`;
}

interface KnownProps extends SectionProps {
  /** The heading above it. */
  readonly what: string;
  /** While it loads. */
  readonly outline: ReactNode;
  readonly children: (details: RecordDetails) => ReactNode;
}

/** What the server knows, or why it is not here. */
function Known({ what, known: { details, failure, onRetry }, outline, children }: KnownProps) {
  if (failure) {
    return (
      <div className={failed}>
        <p>
          {failure.code === 'offlineNeverLoaded'
            ? 'This is not on this device yet, and there is no connection now. It loads as soon as there is one.'
            : failure.message}
        </p>
        <Button size="small" aria-label={`Try again: ${what}`} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  return details === null ? outline : children(details);
}
