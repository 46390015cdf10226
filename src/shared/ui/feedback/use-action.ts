/** Runs an action of the user, one at a time, and reports its result. */
import { useRef, useState } from 'react'
import { t } from '../text/t.ts'
import { type Undo, useNotifications } from './notifications.tsx'

/** `notifiesErrors` shows errors as notifications; otherwise the caller renders `problem`, that of the last run. */
export function useAction({ notifiesErrors = false } = {}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const tell = useNotifications()

  /**
   * Runs the work and returns whether it succeeded; does nothing while an earlier run lasts. On success it shows a
   * notification with the title `done`, the text `about` and a button for `undo`. The title of an error names `action`,
   * such as "Start".
   */
  async function run(
    work: () => Promise<unknown>,
    done?: string,
    about?: string,
    action?: string,
    undo?: Undo,
  ): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      if (done !== undefined) tell('success', done, about, undo)
      return true
    } catch (error) {
      const { message } = error as Error
      if (notifiesErrors) tell('error', describeFailure(action, about), message)
      else setProblem(message)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, problem, run }
}

function describeFailure(action?: string, about?: string): string {
  const failed = action === undefined ? t('The action failed') : t('{action} failed', { action })
  return about === undefined ? failed : t('{failed}: {about}', { failed, about })
}
