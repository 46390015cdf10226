/** Asks before a navigation discards what the user has typed. While it is being saved, the navigation waits for that. */
import { createContext, type ReactNode, Suspense, use, useEffect, useId, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../feedback/error-boundary.tsx'
import { Shown } from '../feedback/shown.ts'
import { holdNavigation, navigate } from '../routing/use-location-hash.ts'
import { t } from '../text/t.ts'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('../feedback/action-dialog.tsx')).ConfirmDialog }))

type LeaveGuards = { add(id: string): void; remove(id: string): void; setSaving(id: string, isSaving: boolean): void }

const Context = createContext<LeaveGuards>({ add() {}, remove() {}, setSaving() {} })

/** Provides `useLeaveGuard` to its children and asks the question. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const guards = useRef(new Set<string>())
  const saving = useRef(new Set<string>())
  /** The navigation that waits for the end of a save. */
  const waiting = useRef<string>(undefined)
  const [target, setTarget] = useState<string>()
  const isShown = use(Shown)

  useEffect(
    () =>
      holdNavigation((to) => {
        if (guards.current.size === 0 || !isShown) return false
        if (saving.current.size > 0) waiting.current = to
        else setTarget(to)
        return true
      }),
    [isShown],
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
      remove(id: string) {
        guards.current.delete(id)
        const to = waiting.current
        if (to === undefined || guards.current.size > 0) return
        waiting.current = undefined
        navigate(to)
      },
      setSaving(id: string, isSaving: boolean) {
        if (isSaving) saving.current.add(id)
        else if (saving.current.delete(id)) waiting.current = undefined // after a failed save the page stays
      },
    }),
    [],
  )

  function leave() {
    guards.current.clear()
    if (target !== undefined) navigate(target)
  }

  return (
    <Context value={value}>
      {children}
      {target !== undefined && (
        <Suspense>
          <ConfirmDialog
            title={t('Discard your changes?')}
            action={t('Discard')}
            text={t('The changes on this page have not been saved.')}
            run={leave}
            close={() => setTarget(undefined)}
          />
        </Suspense>
      )}
    </Context>
  )
}

/**
 * While `active`, a navigation to another page asks whether the changes can be discarded. With `isSaving` it waits: a save
 * that succeeds makes `active` false, at the latest together with `isSaving`.
 */
export function useLeaveGuard(active: boolean, isSaving: boolean): void {
  const guards = use(Context)
  const id = useId()

  useEffect(() => {
    if (!active) return
    guards.add(id)
    return () => guards.remove(id)
  }, [active, guards, id])

  useEffect(() => {
    guards.setSaving(id, isSaving)
    return () => guards.setSaving(id, false)
  }, [isSaving, guards, id])
}
