/** A toolbar button with an icon and an accessible label. */
import type { CarbonIconType } from '@carbon/react/icons'

import { ActionIconButton } from '../feedback/action-button.tsx'

export interface ToolbarButtonProps {
  label: string
  icon: CarbonIconType
  expanded?: boolean
  busy?: boolean
  onClick(): void
}

export function ToolbarButton({ label, icon: Icon, expanded, busy = false, onClick }: ToolbarButtonProps) {
  const state = expanded === undefined ? {} : { 'aria-expanded': expanded }
  return (
    <ActionIconButton kind="ghost" size="lg" label={label} align="bottom" busy={busy} onClick={onClick} {...state}>
      <Icon />
    </ActionIconButton>
  )
}
