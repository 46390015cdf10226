/** A dialog that asks for confirmation before an action that cannot be undone. */
import { Modal } from '@carbon/react'
import type { ReactNode } from 'react'

import { ErrorNotice } from './error-notice.tsx'

export interface ConfirmDialogProps {
  title: string
  /** The label of the confirming button. */
  action: string
  children?: ReactNode
  problem?: string | undefined
  busy?: boolean
  /** False while the dialog still needs input; the confirming button is disabled. */
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
      {problem && <ErrorNotice text={problem} />}
    </Modal>
  )
}
