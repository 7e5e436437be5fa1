import type { formBuilderMachine } from '#machines/form-builder/form-builder.machine.ts';
import { exampleField, exampleFields, formBuilderPaths } from '#machines/form-builder/form-builder.paths.ts';
import { pathPlan } from '#machines/testing/path-plan.ts';
import type { PathRules } from '#machines/testing/paths.ts';

type Builder = typeof formBuilderMachine;

const replaced = { type: 'fields.replaced', fields: [exampleField('Phone')] } as const;
const byMouse = { type: 'field.lifted', id: 'field-1', by: 'pointer' } as const;
const byKeyboard = { type: 'field.lifted', id: 'field-1', by: 'keyboard' } as const;
const newLifted = { type: 'new.lifted', fieldType: 'email' } as const;
const lifting = [
  byMouse,
  byKeyboard,
  newLifted,
  { type: 'lifted.movedTo', at: 2 },
  { type: 'lifted.movedTo', at: null },
  { type: 'lifted.stepped', by: 'down' },
  { type: 'lifted.dropped' },
  { type: 'lifted.cancelled' },
  replaced,
] as const;
const arranging = [
  { type: 'field.moved', id: 'field-1', by: 'down' },
  { type: 'field.moved', id: 'field-1', by: 'up' },
  { type: 'field.duplicated', id: 'field-1' },
  { type: 'field.deleted', id: 'field-1' },
  { type: 'deletion.undone', removalId: 4 },
  replaced,
] as const;
const [, , editing = [], menuing = []] = formBuilderPaths.rounds ?? [];

/** As the plan for Node, with the events that the page's controls send: what is lifted by a key is moved by keys, and by mouse by mouse. */
export const builderPagePlan = pathPlan<Builder>({
  ...formBuilderPaths,
  inputs: [{ fields: exampleFields, usedKeys: [], storedFields: [] }],
  rounds: [lifting, arranging, editing, menuing],
  distinguish: (context) => [formBuilderPaths.distinguish?.(context) ?? null, context.lifted?.by ?? null],
});

export const builderRules: PathRules<Builder> = {
  isPossible(now, event) {
    const { lifted, selectedId } = now.context;
    switch (event.type) {
      case 'new.lifted':
        // The editor of a field stands in the place of the palette.
        return now.matches({ editor: 'closed' });
      case 'type.chosen':
        return now.matches({ editor: 'closed' }) || now.matches({ menu: 'open' });
      case 'lifted.movedTo':
        return lifted?.by === 'pointer';
      case 'lifted.stepped':
        return lifted?.by === 'keyboard';
      case 'fields.replaced':
        return lifted?.by !== 'pointer';
      case 'field.edited':
        return 'id' in event && event.id === selectedId;
      default:
        return true;
    }
  },
};
