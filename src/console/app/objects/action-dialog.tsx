/** Confirms an action on one object, with the choice of its way or the number that it needs. */
import { RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { findNumberError } from '../../../ui/feedback/find-number-error.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { ObjectAttributes } from '../api/mqsc.ts'
import type { ObjectAction } from '../screens/object-screen.ts'

export interface ActionDialogProps {
  action: ObjectAction
  /** The name of the object. */
  name: string
  busy: boolean
  /** Gets the MQSC parameters that the user chose. */
  confirm(chosen: ObjectAttributes): void
  close(): void
}

export function ActionDialog({ action, name, busy, confirm, close }: ActionDialogProps) {
  const { title, ways = [], number } = action
  const [way, setWay] = useState(ways[0])
  const [entered, setEntered] = useState(String(number?.initial ?? ''))
  const errors = useFieldErrors(
    number ? [{ id: 'action-number', wrong: findNumberError(entered, number.least, number.most) }] : [],
  )

  function submit() {
    if (!errors.check()) return
    confirm({
      ...way?.parameters,
      ...(number && { [number.keyword]: Number(entered) }),
    })
  }

  return (
    <Dialog
      danger
      size="sm"
      title={`${title}: ${name}`}
      action={title}
      busy={busy}
      submit={submit}
      close={close}
    >
      {ways.length > 0 && (
        <RadioButtonGroup
          legendText={t('How')}
          name="action-way"
          orientation="vertical"
          valueSelected={way?.id ?? ''}
          onChange={(id) => setWay(ways.find((each) => each.id === id))}
        >
          {ways.map(({ id, text }) => (
            <RadioButton key={id} id={`action-way-${id}`} value={id} labelText={text} />
          ))}
        </RadioButtonGroup>
      )}
      {number && (
        <TextInput
          id="action-number"
          labelText={number.label}
          helperText={number.help}
          inputMode="numeric"
          value={entered}
          {...errors.of('action-number')}
          onChange={(event) => setEntered(event.target.value.trim())}
        />
      )}
    </Dialog>
  )
}
