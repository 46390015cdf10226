/** A table of what a resource has loaded, with the actions on each row. A dialog stays open when its row disappears. */
import { type ButtonProps, Link } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'
import { ActionButton, ToolbarButton } from '../feedback/action-button.tsx'
import { ConfirmDialog } from '../feedback/action-dialog.tsx'
import { Loaded, type LoadedProps } from '../feedback/loaded.tsx'
import type { Undo } from '../feedback/notifications.tsx'
import { useAction } from '../feedback/use-action.ts'
import { type RenderDialog, useDialog } from '../feedback/use-dialog.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'

/** What the user can do with a row. Its button has an icon, or its title as text. */
export type TableAction = RowButton & (RowLink | RowDialog | RowWork)

interface RowButton {
  /** The name of the button, which says which row it is about. */
  label: string
  icon?: CarbonIconType
  /** The text of a button without icon; the label if absent. */
  title?: string
  kind?: ButtonProps<'button'>['kind']
}

type RowLink = { href: string }

type RowDialog = { dialog: RenderDialog }

/** An action that runs at once, or after a question. */
interface RowWork {
  /** The verb, on the button of the question and in the title of an error; the label if absent. */
  title?: string
  run(): Promise<unknown>
  /** The title and the text of the notification after a success. */
  done: string
  about?: string
  /** Takes back what the action did. */
  undo?: Undo
  /** What the action does, for an action that deletes something. */
  question?: string
  /** The title of the question; the label if absent. */
  questionTitle?: string
}

export interface ResourceTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'actions'> {
  /** The rows. They are loaded again after each action. */
  resource: LoadedProps<readonly Row[]>['resource']
  /** Returns the actions on a row; those that are not there for it may be false. */
  actions?: ((row: Row) => readonly (TableAction | false | undefined)[]) | false | undefined
}

export function ResourceTable<Row>({ resource, actions, ...table }: ResourceTableProps<Row>) {
  const { dialog, show } = useDialog()
  const { busy, run } = useAction({ notifiesErrors: true })

  function start(action: RowButton & (RowDialog | RowWork)) {
    if ('dialog' in action) return show(action.dialog)
    const { label, title = label, question, questionTitle = label, done, about, undo } = action
    if (question === undefined) return void run(action.run, done, about, title, undo).then(resource.reload)
    const words = { title: questionTitle, action: title, text: question, done, about, undo }
    show((close) => <ConfirmDialog {...words} run={action.run} succeeded={resource.reload} close={close} />)
  }

  const renderAction = (action: TableAction) => (
    <ActionControl key={action.label} action={action} busy={busy && 'run' in action} start={start} />
  )
  return (
    <>
      <Loaded<readonly Row[]> resource={resource}>
        {(rows) => (
          <DataTable<Row>
            {...table}
            rows={rows}
            actions={actions ? (row) => actions(row).map((action) => action && renderAction(action)) : false}
          />
        )}
      </Loaded>
      {dialog}
    </>
  )
}

interface ActionControlProps {
  action: TableAction
  /** Whether another action must end first. */
  busy: boolean
  start(action: RowButton & (RowDialog | RowWork)): void
}

function ActionControl({ action, busy, start }: ActionControlProps) {
  const { label, icon, title = label, kind = 'ghost' } = action
  const name = title === label ? {} : { 'aria-label': label }
  if ('href' in action)
    return (
      <Link href={action.href} {...name}>
        {title}
      </Link>
    )
  const onClick = () => start(action)
  // The label on the left covers neither the button below nor the edge of the list.
  if (icon) return <ToolbarButton label={label} icon={icon} busy={busy} align="left" onClick={onClick} />
  return (
    <ActionButton size="sm" kind={kind} busy={busy} {...name} onClick={onClick}>
      {title}
    </ActionButton>
  )
}
