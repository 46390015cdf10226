/** Who is logged in, how the page looks, and the way out. */
import { Button, HeaderGlobalAction, HeaderPanel, RadioButton, RadioButtonGroup } from '@carbon/react'
import { UserAvatar } from '@carbon/react/icons'
import { useEffect, useRef, useState } from 'react'

import { useAction } from '../feedback/use-action.ts'
import { useSession } from '../session/session.tsx'
import { type ThemeChoice, useTheme } from './theme.tsx'

export function UserMenu() {
  const { user, signOut } = useSession()
  const { choice, choose } = useTheme()
  const [open, setOpen] = useState(false)
  const leaving = useAction({ tellsProblems: true })
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
        aria-label="User and appearance"
        aria-expanded={open}
        isActive={open}
        tooltipAlignment="end"
        onClick={() => setOpen(!open)}
      >
        <UserAvatar size={20} />
      </HeaderGlobalAction>
      <HeaderPanel expanded={open} onHeaderPanelFocus={() => setOpen(false)}>
        {open && (
          <section className="user-menu__panel" aria-label="User and appearance">
            <p className="user-menu__name">{user.name}</p>
            <p className="user-menu__roles">{user.roles.join(', ') || 'no role'}</p>
            <RadioButtonGroup
              legendText="Appearance"
              name="theme"
              orientation="vertical"
              valueSelected={choice}
              onChange={(value) => choose(value as ThemeChoice)}
            >
              <RadioButton value="system" labelText="As the system" />
              <RadioButton value="light" labelText="Light" />
              <RadioButton value="dark" labelText="Dark" />
            </RadioButtonGroup>
            {user.mechanism !== 'noSecurity' && (
              <Button
                size="sm"
                kind="secondary"
                disabled={leaving.busy}
                onClick={() => void leaving.run(signOut)}
              >
                Log out
              </Button>
            )}
          </section>
        )}
      </HeaderPanel>
    </div>
  )
}
