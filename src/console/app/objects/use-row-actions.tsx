/** Actions on single rows of a list. Destructive actions need a confirmation. */

import { RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { findNumberError } from '../../../ui/feedback/find-number-error.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { type ObjectAttributes, runCommand } from '../api/mqsc.ts'
import { PutDialog } from '../messages/put-dialog.tsx'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** An action of the screen, or one that every list has: delete, put a message, create an object like this one. */
export type RowAction = ObjectAction | 'delete' | 'put' | 'like'

export interface RowActions {
  choose(row: ObjectRow, action: RowAction): void
  /** The open dialog. It stays open if its row disappears from the list. */
  dialog: ReactNode
}

export function useRowActions(manager: string, screen: ObjectScreen, changed: () => void): RowActions {
  const [asked, setAsked] = useState<{ row: ObjectRow; action: RowAction }>()
  const { busy, run: attempt } = useAction({ notifiesErrors: true })
  const close = () => setAsked(undefined)

  async function perform(row: ObjectRow, { command, done, title }: ObjectAction, chosen: ObjectAttributes = {}) {
    const { parameters, ...what } = command(row)
    const whole = { ...what, name: row.name, parameters: { ...parameters, ...chosen } }
    await attempt(() => runCommand(manager, whole), done, row.name, title)
    close()
    changed()
  }

  return {
    choose(row, action) {
      if (typeof action === 'string' || action.danger) setAsked({ row, action })
      else void perform(row, action)
    },
    dialog: asked && dialogFor(asked.row, asked.action),
  }

  function dialogFor(row: ObjectRow, action: RowAction): ReactNode {
    if (action === 'put') return <PutDialog manager={manager} close={close} queue={row.name} done={changed} />
    if (action === 'like')
      return <CreateDialog manager={manager} screen={screen} close={close} like={row} created={changed} />
    if (action === 'delete')
      return <DeleteDialog manager={manager} screen={screen} row={row} close={close} deleted={changed} />
    return (
      <ActionDialog
        action={action}
        busy={busy}
        close={close}
        name={row.name}
        confirm={(chosen) => void perform(row, action, chosen)}
      />
    )
  }
}

/** Confirms an action on one object, with the choice of its way or the number that it needs. */
interface ActionDialogProps {
  action: ObjectAction
  /** The name of the object. */
  name: string
  busy: boolean
  /** Gets the MQSC parameters that the user chose. */
  confirm(chosen: ObjectAttributes): void
  close(): void
}

function ActionDialog({ action, name, busy, confirm, close }: ActionDialogProps) {
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
    <Dialog danger size="sm" title={`${title}: ${name}`} action={title} busy={busy} submit={submit} close={close}>
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
