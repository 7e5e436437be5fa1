import type { PlayerView } from '#machines/state-flows/state-flows.view.ts';
import type { StateFlowsEvent } from '#machines/state-flows/state-flows.types.ts';
import { css } from '#styled/css/index.js';
import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { RangeInput } from '#src/ui/range-input.tsx';
import { EventLine } from './event-log.tsx';
import { valueText } from './flow-moment.ts';

const bar = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const slider = css({ display: 'flex', flex: '[1 1 10rem]', minWidth: '[8rem]' });
const line = css({ marginTop: '2', overflowWrap: 'anywhere' });

interface PlayerProps {
  readonly view: PlayerView;
  readonly send: (event: StateFlowsEvent) => void;
}

/** Steps through a path or a recording, forwards and backwards. */
export function Player({ view, send }: PlayerProps) {
  const { steps, at, step, isRunning, canGoBack, canGoOn } = view;
  const position = `Step ${at + 1} of ${steps.length}`;
  return (
    <fieldset>
      <legend className={css({ srOnly: true })}>Playback</legend>
      <div className={bar}>
        <Button aria-disabled={canGoBack ? undefined : true} onClick={() => send({ type: 'step.requested', by: -1 })}>
          <StepBack aria-hidden="true" />
          Back
        </Button>
        <Button onClick={() => send({ type: isRunning ? 'pause.requested' : 'play.requested' })}>
          {isRunning ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          {isRunning ? 'Pause' : 'Play'}
        </Button>
        <Button aria-disabled={canGoOn ? undefined : true} onClick={() => send({ type: 'step.requested', by: 1 })}>
          <StepForward aria-hidden="true" />
          Forward
        </Button>
        <span className={slider}>
          <RangeInput
            aria-label="Step"
            aria-valuetext={`${position}, ${step.event.type}`}
            min={1}
            max={steps.length}
            value={at + 1}
            onChange={(value) => send({ type: 'step.chosen', at: value - 1 })}
          />
        </span>
      </div>
      <div role="status" className={css({ srOnly: true })}>
        {isRunning ? '' : `${position}: ${step.event.type}, ${valueText(step.value)}`}
      </div>
      <div className={line}>
        {position}: <EventLine event={step} />
      </div>
    </fieldset>
  );
}
