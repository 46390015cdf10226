/** Asks before something is done that cannot be undone. */
import { Modal } from '@carbon/react'
import type { ReactNode } from 'react'

import { Problem } from './problem.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What the button says. */
  action: string
  children?: ReactNode
  problem?: string | undefined
  busy?: boolean
  /** False while something else has to be said first. */
  ready?: boolean
  confirm(): void
  close(): void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, children, problem, busy = false, ready = true, confirm, close } = props
  return (
    <Modal
      open
      danger
      size="sm"
      modalHeading={title}
      primaryButtonText={action}
      secondaryButtonText="Cancel"
      primaryButtonDisabled={busy || !ready}
      onRequestSubmit={confirm}
      onRequestClose={close}
    >
      {children}
      {problem && <Problem text={problem} />}
    </Modal>
  )
}
