/** Who is logged in, how the page looks, and the way out. */
import { Button, HeaderGlobalAction, HeaderPanel, RadioButton, RadioButtonGroup } from '@carbon/react'
import { UserAvatar } from '@carbon/react/icons'
import { useState } from 'react'

import { useAction } from '../feedback/use-action.ts'
import { useSession } from '../session/session.tsx'
import { type ThemeChoice, useTheme } from './theme.tsx'

export function UserMenu() {
  const { user, signOut } = useSession()
  const { choice, choose } = useTheme()
  const [open, setOpen] = useState(false)
  const leaving = useAction({ tellsProblems: true })

  return (
    <>
      <HeaderGlobalAction
        aria-label="User and appearance"
        aria-expanded={open}
        isActive={open}
        tooltipAlignment="end"
        onClick={() => setOpen(!open)}
      >
        <UserAvatar size={20} />
      </HeaderGlobalAction>
      <HeaderPanel expanded={open} aria-label="User and appearance" onHeaderPanelFocus={() => setOpen(false)}>
        {open && (
          <div className="user-menu">
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
          </div>
        )}
      </HeaderPanel>
    </>
  )
}
