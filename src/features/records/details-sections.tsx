import type { RecordDetails, RecordDetailsDefinition, WeekCounts } from '#contract/resources/details.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { UsePlace } from '#src/list/use-place.tsx';
import { BarChart } from '#src/ui/bar-chart.tsx';
import { useAbsence } from '#src/app/not-on-device.tsx';
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
      <WhenLoaded what={texts.title} known={known} outline={<Skeleton className={skeleton} />}>
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
      </WhenLoaded>
    </SectionCard>
  );
}

/** How many there were in each of the last weeks. */
export function DetailsWeeks({ definition, known }: SectionProps & { readonly definition: RecordDetailsDefinition['weeks'] }) {
  const { title, one, many, none } = definition;
  return (
    <SectionCard title={title}>
      <WhenLoaded what={title} known={known} outline={<Skeleton className={chartSkeleton} />}>
        {(details) => {
          const { weeks, total = null } = definition.counts(details);
          if (!weeks) return <p className={muted}>{`This server does not count ${many} by week.`}</p>;
          if (total === 0) return <p className={muted}>{none}</p>;
          const describe = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
          const caption = captionOf(weeks, total, describe);
          if (weeks.every(({ count }) => count === 0)) return <p className={muted}>{caption}</p>;
          return (
            <BarChart
              caption={caption}
              bars={weeks.map(({ week, count }, at) => ({
                id: week,
                label: `Week of ${dayjs(week).format('D MMM YYYY')}`,
                tick: isSameMonth(week, weeks[at - 1]?.week) ? '' : dayjs(week).format('MMM'),
                value: count,
              }))}
              describe={describe}
              columns={['Week', upperFirst(many)]}
            />
          );
        }}
      </WhenLoaded>
    </SectionCard>
  );
}

const isSameMonth = (week: string, before: string | undefined): boolean => before !== undefined && dayjs(week).isSame(before, 'month');

/** "96 submissions in the last 26 weeks. The most in one week was 12, from 19 Oct. 141 submissions in all." */
function captionOf(weeks: NonNullable<WeekCounts['weeks']>, total: number | null, describe: (count: number) => string): string {
  const sum = weeks.reduce((all, { count }) => all + count, 0);
  const highest = Math.max(...weeks.map(({ count }) => count));
  const top = weeks.find(({ count }) => count === highest);
  const most =
    top && highest > 1 ? ` The most in one week was ${highest.toLocaleString('en')}, from ${dayjs(top.week).format('D MMM')}.` : '';
  const all = total === null || total === sum ? '' : ` ${describe(total)} in all.`;
  return `${describe(sum)} in the last ${weeks.length} weeks.${most}${all}`;
}

interface WhenLoadedProps extends SectionProps {
  /** The heading above it. */
  readonly what: string;
  /** While it loads. */
  readonly outline: ReactNode;
  readonly children: (details: RecordDetails) => ReactNode;
}

/** Its children once the details are loaded; until then an outline, or why they can't be loaded. */
function WhenLoaded({ what, known: { details, failure, onRetry }, outline, children }: WhenLoadedProps) {
  const absence = useAbsence('This is not on this device yet');
  if (failure) {
    return (
      <div className={failed}>
        <p>{failure.code === 'offlineNeverLoaded' ? absence : failure.message}</p>
        <Button size="small" aria-label={`Try again: ${what}`} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  return details === null ? outline : children(details);
}
