/** The user menu in the header: the signed-in user, the theme and sign-out. */
import { HeaderGlobalAction, HeaderPanel } from '@carbon/react'
import { UserAvatar } from '@carbon/react/icons'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../feedback/action-button.tsx'
import { useAction } from '../feedback/use-action.ts'
import { t } from '../text/t.ts'

// The panel is closed at first, and its fields are loaded when it opens.
const PreferencePickers = lazy(() => import('./preference-pickers.tsx'))

export interface UserPanelProps {
  name: string
  /** Text below the user name. */
  note: string
  /** The label and the function of the sign-out button; undefined when the server requires no sign-in. */
  way: readonly [title: string, signOut: () => Promise<void>] | undefined
  /** Content above the sign-out button. */
  children?: ReactNode
}

export function UserPanel({ name, note, way, children }: UserPanelProps) {
  const [open, setOpen] = useState(false)
  const leaving = useAction({ notifiesErrors: true })
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const ends = new AbortController()
    const { signal } = ends
    addEventListener('hashchange', () => setOpen(false), { signal })
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!place.current?.contains(target as Node)) setOpen(false)
      },
      { signal },
    )
    return () => ends.abort()
  }, [open])

  return (
    <div ref={place} className="user-menu">
      <HeaderGlobalAction
        aria-label={t('User and appearance')}
        aria-expanded={open}
        isActive={open}
        tooltipAlignment="end"
        onClick={() => setOpen(!open)}
      >
        <UserAvatar size={20} />
      </HeaderGlobalAction>
      <HeaderPanel expanded={open} onHeaderPanelFocus={() => setOpen(false)}>
        {open && (
          <section className="user-menu__panel" aria-label={t('User and appearance')}>
            <p className="user-menu__name">{name}</p>
            <p className="user-menu__note">{note}</p>
            {/* The button waits for what is above it, so that it does not move while somebody points at it. */}
            <Suspense>
              <PreferencePickers />
              {children}
              {way && (
                <ActionButton
                  size="sm"
                  kind="secondary"
                  busy={leaving.busy}
                  onClick={() => void leaving.run(way[1], undefined, undefined, way[0])}
                >
                  {way[0]}
                </ActionButton>
              )}
            </Suspense>
          </section>
        )}
      </HeaderPanel>
    </div>
  )
}
