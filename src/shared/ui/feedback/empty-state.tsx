/** What a list shows while it has no rows: why it is empty, and the next step. */
import type { CarbonIconType } from '@carbon/react/icons'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: CarbonIconType | undefined
  title: string
  /** What would fill the list. */
  text?: string | undefined
  /** The button or link of the next step. */
  children?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon && <Icon size={32} className="empty__icon" />}
      <p className="empty__title">{title}</p>
      {text && <p className="empty__text">{text}</p>}
      {children}
    </div>
  )
}
