import { css } from '#styled/css/index.js';
import { Badge } from '#src/ui/badge.tsx';
import type { FlowMoment } from './flow-moment.ts';

const list = css({ display: 'flex', flexDirection: 'column', maxHeight: '[24rem]', overflowY: 'auto', fontSize: 'sm' });
const item = css({ paddingBlock: '1.5', '&:not(:last-child)': { borderBottom: 'hairline' } });
const keyStyle = css({ display: 'flex', alignItems: 'center', gap: '2', fontWeight: 'medium', overflowWrap: 'anywhere' });
const valueStyle = css({ fontFamily: 'mono', fontSize: 'xs', color: 'text.muted', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const muted = css({ color: 'text.muted' });

/** Of a value, as it is shown. */
const mostCharacters = 600;

/** The values of a machine's context, those first that the last event has changed. */
export function ContextList({ context, changed }: Pick<FlowMoment, 'context' | 'changed'>) {
  const keys = Object.keys(context).toSorted((a, b) => Number(changed.includes(b)) - Number(changed.includes(a)));
  if (keys.length === 0) return <p className={muted}>It has none, or the recording does not say it.</p>;
  return (
    <dl className={list} aria-label="Context" tabIndex={0}>
      {keys.map((key) => {
        const text = JSON.stringify(context[key]);
        return (
          <div key={key} className={item}>
            <dt className={keyStyle}>
              {key}
              {changed.includes(key) ? <Badge tone="success">changed</Badge> : null}
            </dt>
            <dd className={valueStyle}>{text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text}</dd>
          </div>
        );
      })}
    </dl>
  );
}
