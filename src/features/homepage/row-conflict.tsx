import type { BlockRow as Row } from '#machines/homepage/homepage.view.types.ts';
import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import type { RowActions } from './row-props.ts';

const box = css({
  marginInline: '1',
  marginBottom: '1',
  padding: '3',
  border: 'none',
  borderInlineStartWidth: 'thick',
  borderInlineStartStyle: 'solid',
  borderInlineStartColor: 'warning.border',
  borderRadius: 'md',
  backgroundColor: 'warning.subtle',
});
const words = css({ float: 'start', width: 'full', marginBottom: '2', fontSize: 'sm', fontWeight: 'medium', color: 'warning.text' });
const choices = css({ clear: 'both', display: 'flex', flexWrap: 'wrap', gap: '2' });

interface RowConflictProps {
  readonly row: Pick<Row, 'id' | 'label'>;
  readonly conflict: NonNullable<Row['conflict']>;
  readonly resolve: RowActions['resolve'];
}

/** Below the row of a block that somebody else has hidden or shown differently. */
export function RowConflict({ row: { id, label }, conflict: { mine, theirs }, resolve }: RowConflictProps) {
  return (
    <fieldset className={box}>
      <legend className={words}>{`Somebody else ${theirs ? 'shows' : 'has hidden'} ${label}. Choose which to keep.`}</legend>
      <div className={choices}>
        <Button size="small" onClick={() => resolve(id, 'mine')}>
          {`Yours: ${standing(mine)}`}
        </Button>
        <Button size="small" onClick={() => resolve(id, 'theirs')}>
          {`On the server: ${standing(theirs)}`}
        </Button>
      </div>
    </fieldset>
  );
}

const standing = (shown: boolean): string => (shown ? 'shown' : 'hidden');
