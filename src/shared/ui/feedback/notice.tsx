/** A coloured box with a message: an error, a warning, a success or information. */
import { Button } from '@carbon/react'
import { CheckmarkFilled, Close, ErrorFilled, InformationFilled, WarningAltFilled } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { t } from '../text/t.ts'

export type NoticeKind = 'error' | 'warning' | 'success' | 'info'

export interface NoticeProps {
  kind: NoticeKind
  title: string
  /** Text below the title. */
  children?: ReactNode
  /** The label and the function of a button. */
  action?: readonly [label: string, run: () => void] | undefined
  /** Shows a button that closes the notice. */
  close?: () => void
  /** `alert` interrupts a screen reader, `status` waits for it, `none` is not announced. */
  role?: 'alert' | 'status' | 'none'
}

const icons = {
  error: ErrorFilled,
  warning: WarningAltFilled,
  success: CheckmarkFilled,
  info: InformationFilled,
} as const

export function Notice({ kind, title, children, action, close, role }: NoticeProps) {
  const Icon = icons[kind]
  const announced = role ?? (kind === 'error' ? 'alert' : 'status')
  return (
    <div className={`notice notice--${kind}`} {...(announced === 'none' ? {} : { role: announced })}>
      <Icon size={20} className="notice__icon" />
      <div className="notice__words">
        <strong className="notice__title">{title}</strong>
        {children && <div className="notice__text">{children}</div>}
      </div>
      {action && (
        <Button size="sm" kind="ghost" className="notice__action" onClick={action[1]}>
          {action[0]}
        </Button>
      )}
      {close && (
        <button type="button" className="notice__close" aria-label={t('Close the notification')} onClick={close}>
          <Close size={20} />
        </button>
      )}
    </div>
  )
}

/** Shows an error text, with a button to try again where that is possible. */
export function ErrorNotice({ text, again }: { text: string; again?: () => void }) {
  return <Notice kind="error" title={text} action={again && [t('Try again'), again]} />
}
