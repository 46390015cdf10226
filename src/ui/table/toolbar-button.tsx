/** A toolbar button with an icon and an accessible label. */
import { IconButton } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'

export interface ToolbarButtonProps {
  label: string
  icon: CarbonIconType
  expanded?: boolean
  disabled?: boolean
  onClick(): void
}

export function ToolbarButton({ label, icon: Icon, expanded, disabled = false, onClick }: ToolbarButtonProps) {
  const state = expanded === undefined ? {} : { 'aria-expanded': expanded }
  return (
    <IconButton kind="ghost" size="lg" label={label} align="bottom" disabled={disabled} onClick={onClick} {...state}>
      <Icon />
    </IconButton>
  )
}
