import { useState } from 'react';
import type { Field } from '#contract/fields/field.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { css } from '#styled/css/index.js';
import { type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', minHeight: 'control' });
const input = css({ flex: '1', '&&': { minWidth: '[min(14rem, 100%)]' } });
const going = css({ color: 'warning.text', fontWeight: 'medium' });
const hint = 'Write-only: what is set is never shown. It is sent only while you are online, and never kept on this device.';

/**
 * A value that the server stores and never returns: shows whether one is set, and replaces or removes it. The form's undo ignores
 * it (`data-own-undo`), since secrets are not recorded: the browser's own undo works while it is typed.
 */
export function SecretFieldView(props: FieldComponentProps<Field>) {
  const { field, id, value, disabled, isSet = false, onChange, onBlur, onRevert } = props;
  const [replacing, setReplacing] = useState(false);
  const text = textValue(value);
  const [lastText, setLastText] = useState(text);
  // The text changed from outside: it was saved or discarded. The field shows again whether one is set.
  if (lastText !== text) {
    setLastText(text);
    setReplacing(false);
  }
  /** The pressed button is replaced, so the focus moves to the row in its place. */
  const thenFocus = (act: () => void): void => {
    act();
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const typed = text !== '';
  /** It can be replaced, and not removed. */
  const isNeeded = field.required === true || field.requiredOnCreate === true;
  const removing = isSet && value === null;
  const resting = isSet && !replacing && !typed;
  return (
    <FieldShell {...props} hint={hint} group={resting}>
      {(control) =>
        resting ? (
          <div className={row} id={id} tabIndex={-1}>
            {removing ? <span className={going}>Removed when you save.</span> : <Badge tone="success">Set</Badge>}
            {removing ? (
              <Button size="small" disabled={disabled} onClick={() => thenFocus(onRevert)}>
                Keep
              </Button>
            ) : (
              <>
                <Button size="small" disabled={disabled} aria-label={`Replace ${field.label}`} onClick={() => setReplacing(true)}>
                  Replace
                </Button>
                {isNeeded ? null : (
                  <Button
                    size="small"
                    variant="ghost"
                    disabled={disabled}
                    aria-label={`Remove ${field.label}`}
                    onClick={() => thenFocus(() => onChange(null))}
                  >
                    Remove
                  </Button>
                )}
              </>
            )}
          </div>
        ) : (
          <div className={row} data-own-undo>
            <TextInput
              {...control}
              className={input}
              type="password"
              name={field.key}
              value={text}
              placeholder={isSet ? 'The new one' : undefined}
              // The button that was pressed is gone, so the input in its place takes the focus
              autoFocus={replacing}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
              disabled={disabled}
              onChange={(event) => {
                setLastText(event.currentTarget.value);
                onChange(event.currentTarget.value);
              }}
              onBlur={onBlur}
            />
            {isSet ? (
              <Button
                size="small"
                variant="ghost"
                disabled={disabled}
                onClick={() =>
                  thenFocus(() => {
                    setReplacing(false);
                    onRevert();
                  })
                }
              >
                Keep the one that is set
              </Button>
            ) : isNeeded ? null : (
              <Badge>Not set</Badge>
            )}
          </div>
        )
      }
    </FieldShell>
  );
}
