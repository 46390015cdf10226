/** Actions on single rows of a list. Destructive actions need a confirmation. */
import type { ReactNode } from 'react'
import { findNumberError } from '../../../../../shared/ui/feedback/find-number-error.ts'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { PutDialog } from '../messages/put-dialog.tsx'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RowMenu } from './row-menu.tsx'

/** An action of the screen, or one that every list has: delete, put a message, create an object like this one. */
export type RowAction = ObjectAction | 'delete' | 'put' | 'like'

export interface RowActions {
  choose(row: ObjectRow, action: RowAction): void
  /** Renders the menu of a row; `mayCreate` says whether the user may create objects of this kind. */
  renderMenu(row: ObjectRow, mayCreate: boolean): ReactNode
  /** The open dialog. It stays open if its row disappears from the list. */
  dialog: ReactNode
}

export function useRowActions(manager: string, screen: ObjectScreen, changed: () => void): RowActions {
  const { dialog, show } = useDialog()
  const { run: attempt } = useAction({ notifiesErrors: true })

  async function perform(row: ObjectRow, { command, done, title }: ObjectAction, chosen: ObjectAttributes = {}) {
    const { parameters, ...what } = command(row)
    const whole = { ...what, name: row.name, parameters: { ...parameters, ...chosen } }
    await attempt(() => runCommand(manager, whole), done, row.name, title)
    changed()
  }

  function renderDialog(row: ObjectRow, action: RowAction, close: () => void): ReactNode {
    const shared = { manager, screen, close }
    if (action === 'put') return <PutDialog manager={manager} close={close} queue={row.name} done={changed} />
    if (action === 'like') return <CreateDialog {...shared} like={row} created={changed} />
    if (action === 'delete') return <DeleteDialog {...shared} row={row} deleted={changed} />
    return (
      <ActionDialog action={action} close={close} name={row.name} confirm={(chosen) => perform(row, action, chosen)} />
    )
  }

  function choose(row: ObjectRow, action: RowAction) {
    if (typeof action === 'string' || action.danger) show((close) => renderDialog(row, action, close))
    else void perform(row, action)
  }

  const menu = { manager, screen }
  return {
    choose,
    renderMenu: (row, mayCreate) => (
      <RowMenu {...menu} row={row} mayCreate={mayCreate} choose={(action) => choose(row, action)} />
    ),
    dialog,
  }
}

/** Confirms an action on one object, with the choice of its way or the number that it needs. */
interface ActionDialogProps {
  action: ObjectAction
  /** The name of the object. */
  name: string
  /** Gets the MQSC parameters that the user chose. */
  confirm(chosen: ObjectAttributes): Promise<void>
  close(): void
}

function ActionDialog({ action, name, confirm, close }: ActionDialogProps) {
  const { title, ways = [], number } = action
  const start = { way: ways[0]?.id ?? '', number: String(number?.initial ?? '') }
  const form = useForm('action', start, (draft) => [
    ways.length > 0 && { name: 'way', label: t('How'), kind: 'radio', choices: ways.map(({ id, text }) => [id, text]) },
    number && {
      name: 'number',
      label: number.label,
      kind: 'number',
      help: number.help,
      wrong: findNumberError(draft.number, number.least, number.most),
    },
  ])
  const chosen = {
    ...ways.find(({ id }) => id === form.draft.way)?.parameters,
    ...(number && { [number.keyword]: Number(form.draft.number) }),
  }
  return (
    <FormDialog
      danger
      size="sm"
      form={form}
      title={`${title}: ${name}`}
      action={title}
      run={() => confirm(chosen)}
      close={close}
    />
  )
}
