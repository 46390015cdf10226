/** A dialog in which an owner denies a request and says why. */

import { TextArea } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApprovalView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'

export interface DenyDialogProps {
  approval: ApprovalView
  close(): void
  denied(): void
}

const maxReasonLength = 500

export function DenyDialog({ approval, close, denied }: DenyDialogProps) {
  const [reason, setReason] = useState('')
  const action = useAction()
  const errors = useFieldErrors([
    { id: 'deny-reason', missing: reason.trim() === '' ? t('Enter a reason for the developer.') : undefined },
  ])

  async function deny() {
    if (!errors.check()) return
    const body = { decision: 'deny', reason: reason.trim() } as const
    const work = () => requestResource('POST /approvals/:approval', { approval: approval.id }, { body })
    if (!(await action.run(work, t('Denied'), approval.applicationTitle))) return
    close()
    denied()
  }

  return (
    <Dialog
      size="sm"
      title={t('Deny {planTitle}', { planTitle: approval.planTitle })}
      label={approval.applicationTitle}
      action={t('Deny')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void deny()}
      close={close}
    >
      <TextArea
        id="deny-reason"
        labelText={t('Reason - required')}
        helperText={t('{owner} sees it and can ask again.', { owner: approval.owner })}
        rows={3}
        maxLength={maxReasonLength}
        value={reason}
        {...errors.of('deny-reason')}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
