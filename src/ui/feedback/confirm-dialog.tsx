/** A dialog that asks for confirmation before an action that cannot be undone. */
import type { ReactNode } from 'react'

import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** The label of the confirming button. */
  action: string
  children?: ReactNode
  problem?: string | undefined
  busy?: boolean
  confirm(): void
  close(): void
}

export function ConfirmDialog({ confirm, ...props }: ConfirmDialogProps) {
  return <Dialog danger size="sm" submit={confirm} {...props} />
}
