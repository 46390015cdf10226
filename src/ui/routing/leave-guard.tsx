/** Asks before a navigation discards what the user has typed. */
import { createContext, type ReactNode, use, useEffect, useId, useMemo, useRef, useState } from 'react'

import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { t } from '../text/t.ts'
import { holdNavigation, navigate } from './use-location-hash.ts'

interface LeaveGuards {
  add(id: string): void
  remove(id: string): void
}

const Context = createContext<LeaveGuards>({ add() {}, remove() {} })

/** Provides `useLeaveGuard` to its children and asks the question. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const guards = useRef(new Set<string>())
  const [target, setTarget] = useState<string>()

  useEffect(
    () =>
      holdNavigation((to) => {
        if (guards.current.size === 0) return false
        setTarget(to)
        return true
      }),
    [],
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (guards.current.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  const value = useMemo(
    () => ({
      add: (id: string) => guards.current.add(id),
      remove: (id: string) => guards.current.delete(id),
    }),
    [],
  )

  function leave() {
    guards.current.clear()
    setTarget(undefined)
    if (target !== undefined) navigate(target)
  }

  return (
    <Context value={value}>
      {children}
      {target !== undefined && (
        <ConfirmDialog
          title={t('Discard your changes?')}
          action={t('Discard')}
          confirm={leave}
          close={() => setTarget(undefined)}
        >
          <p className="dialog__text">{t('The changes on this page have not been saved.')}</p>
        </ConfirmDialog>
      )}
    </Context>
  )
}

/** While `active`, a navigation to another page asks whether the changes can be discarded. */
export function useLeaveGuard(active: boolean): void {
  const guards = use(Context)
  const id = useId()

  useEffect(() => {
    if (!active) return
    guards.add(id)
    return () => guards.remove(id)
  }, [active, guards, id])
}
