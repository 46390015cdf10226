/** Dialogs that run an action: they show its error, and close after its success. */
import { Dialog, type DialogProps } from './dialog.tsx'
import { useAction } from './use-action.ts'

export interface ActionDialogProps extends Omit<DialogProps, 'submit' | 'busy'> {
  /** Runs the action. The dialog shows the message of an error. */
  run(): unknown
  /** Returns whether the action can run; otherwise shows why it cannot. */
  check?(): boolean
  /** The title of the notification after a success; none if absent. */
  done?: string | undefined
  /** The text of that notification, such as the name of what was changed. */
  about?: string | undefined
  /** Called after a success, before the dialog closes. */
  succeeded?(): void
  /** Whether the dialog stays open after a success. */
  stays?: boolean
  /** Whether what the action needs is still loading. */
  loading?: boolean
}

export function ActionDialog(props: ActionDialogProps) {
  const { run, check, done, about, succeeded, stays = false, loading = false, problem, ...dialog } = props
  const action = useAction()

  async function submit() {
    if (check && !check()) return
    if (!(await action.run(async () => run(), done, about))) return
    succeeded?.()
    if (!stays) dialog.close()
  }

  return (
    <Dialog
      {...dialog}
      busy={action.busy || loading}
      problem={action.problem ?? problem}
      submit={() => void submit()}
    />
  )
}

export interface ConfirmDialogProps extends Omit<ActionDialogProps, 'danger' | 'size'> {
  /** What the action does. */
  text?: string
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ text, children, ...props }: ConfirmDialogProps) {
  return (
    <ActionDialog danger size="sm" {...props}>
      {text && <p className="dialog__text">{text}</p>}
      {children}
    </ActionDialog>
  )
}
