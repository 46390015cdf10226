/** Something that the user asked for: run once at a time, its end told. */
import { useState } from 'react'

import { useNotices } from './notices.tsx'

export interface Action {
  busy: boolean
  /** What went wrong the last time. */
  problem: string | undefined
  /** Runs the work; answers whether it went well. `done` is told to the user then. */
  run(work: () => Promise<unknown>, done?: string, about?: string): Promise<boolean>
}

/** `tellsProblems` puts failures into a notice; otherwise the caller shows `problem` in its own place. */
export function useAction({ tellsProblems = false } = {}): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tell = useNotices()

  async function run(work: () => Promise<unknown>, done?: string, about?: string): Promise<boolean> {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      if (done !== undefined) tell('success', done, about)
      return true
    } catch (error) {
      const { message } = error as Error
      if (tellsProblems) tell('error', about ?? 'That did not work', message)
      else setProblem(message)
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, run }
}
