/** The user menu in the header: the signed-in user, the theme and sign-out. */
import { UserAvatar } from '@carbon/react/icons'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../feedback/error-boundary.tsx'
import { RunButton } from '../feedback/run-button.tsx'
import { t } from '../text/t.ts'
import { HeaderMenu } from './header-menu.tsx'

// The panel is closed at first, and its fields are loaded when it opens.
const PreferencePickers = lazyPart(() => import('./preference-pickers.tsx'))

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
  return (
    <HeaderMenu label={t('User and appearance')} icon={<UserAvatar size={20} />}>
      <p className="user-menu__name">{name}</p>
      <p className="quiet">{note}</p>
      {/* The button waits for what is above it, so that it does not move while somebody points at it. */}
      <Suspense>
        <PreferencePickers />
        {children}
        {way && (
          <RunButton size="sm" kind="secondary" run={way[1]} verb={way[0]}>
            {way[0]}
          </RunButton>
        )}
      </Suspense>
    </HeaderMenu>
  )
}
