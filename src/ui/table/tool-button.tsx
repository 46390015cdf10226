/** A button of a toolbar that is an icon with a name. */
import { IconButton } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'

export interface ToolButtonProps {
  label: string
  icon: CarbonIconType
  expanded?: boolean
  disabled?: boolean
  onClick(): void
}

export function ToolButton({ label, icon: Icon, expanded, disabled = false, onClick }: ToolButtonProps) {
  const state = expanded === undefined ? {} : { 'aria-expanded': expanded }
  return (
    <IconButton
      kind="ghost"
      size="lg"
      label={label}
      align="bottom"
      disabled={disabled}
      onClick={onClick}
      {...state}
    >
      <Icon />
    </IconButton>
  )
}
