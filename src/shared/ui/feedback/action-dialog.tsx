/** Dialogs that run an action: they show its error, and close after its success. */
import { Button } from '@carbon/react'
import { useRef, useState } from 'react'
import { formatNumber } from '../text/format.ts'
import { t } from '../text/t.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import type { Undo } from './notifications.tsx'
import { useAction } from './use-action.ts'

/** How far an action of several steps is, and whether the user has stopped it. */
export interface ActionProgress {
  /** Reports a step. Throws an `Error` that says how far the action came when the user has stopped it. */
  report(done: number, total: number): void
}

export interface ActionDialogProps extends Omit<DialogProps, 'submit' | 'busy'> {
  /** Runs the action. The dialog shows the message of an error. */
  run(progress: ActionProgress): unknown
  /** Takes back what the action did; the notification of the success offers it. */
  undo?: Undo | undefined
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
  const {
    run,
    check,
    done,
    about,
    undo,
    succeeded,
    stays = false,
    loading = false,
    problem,
    children,
    ...dialog
  } = props
  const action = useAction()
  const { progress, bar } = useProgress()

  async function submit() {
    if (check && !check()) return
    const takeBack = undo && (() => undo().then(() => succeeded?.()))
    if (!(await action.run(async () => run(progress()), done, about, undefined, takeBack))) return
    succeeded?.()
    if (!stays) dialog.close()
  }

  return (
    <Dialog {...dialog} busy={action.busy || loading} problem={action.problem ?? problem} submit={() => void submit()}>
      {children}
      {action.busy && bar}
    </Dialog>
  )
}

/** Returns the progress of a run, and its bar with a button that stops it, once a step was reported. */
function useProgress() {
  const [state, setState] = useState<readonly [done: number, total: number]>()
  const stopped = useRef(false)
  const bar = state && (
    <div className="progress" role="status">
      <progress value={state[0]} max={state[1]} aria-label={t('Progress')} />
      <span>{t('{done} of {total}', { done: formatNumber(state[0]), total: formatNumber(state[1]) })}</span>
      <Button
        size="sm"
        kind="ghost"
        onClick={() => {
          stopped.current = true
        }}
      >
        {t('Stop')}
      </Button>
    </div>
  )
  function progress(): ActionProgress {
    stopped.current = false
    setState(undefined)
    return {
      report(done, total) {
        if (stopped.current) throw new Error(t('Stopped: {done} of {total} are done.', { done, total }))
        setState([done, total])
      },
    }
  }
  return { bar, progress }
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
