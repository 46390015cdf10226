/** The page on which owners of the catalog approve or deny pending requests. */
import { Table, TableBody, TableCell, TableContainer, TableRow, TextArea } from '@carbon/react'
import { CheckmarkOutline } from '@carbon/react/icons'
import { useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApprovalView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'

const freshMs = 20_000

export default function ApprovalsPage() {
  const { value, problem, reload } = useResource(
    'approvals',
    (signal, { isPoll }) => requestResource('GET /approvals', {}, { signal, isPoll }),
    { intervalMs: freshMs },
  )
  const action = useAction({ notifiesErrors: true })
  const [denying, setDenying] = useState<ApprovalView>()

  async function approve({ id, applicationTitle }: ApprovalView) {
    const body = { decision: 'approve' } as const
    const work = () => requestResource('POST /approvals/:approval', { approval: id }, { body })
    await action.run(work, t('Approved'), applicationTitle, t('Approve'))
    reload()
  }

  return (
    <>
      <PageHeader title={t('Approvals')} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.length === 0 && (
        <EmptyState
          icon={CheckmarkOutline}
          title={t('No request waits for a decision')}
          text={t('Requests for plans with approval: true appear here.')}
        />
      )}
      {value && value.length > 0 && (
        <TableContainer className="list">
          <Table aria-label={t('Approvals')}>
            <TableHeaderRow
              titles={[t('Application'), t('Developer'), t('Product'), t('Plan'), t('Present plan')]}
              actions
            />
            <TableBody>
              {value.map((approval) => (
                <TableRow key={approval.id}>
                  <TableCell>
                    <span className="list__name">{approval.applicationTitle}</span>
                  </TableCell>
                  <TableCell>
                    {approval.owner}
                    {approval.email && <span className="list__note">{approval.email}</span>}
                  </TableCell>
                  <TableCell>{approval.productTitle}</TableCell>
                  <TableCell>{approval.planTitle}</TableCell>
                  <TableCell>{approval.presentPlan ?? t('none')}</TableCell>
                  <TableCell className="list__menu">
                    <ActionButton
                      size="sm"
                      busy={action.busy}
                      aria-label={t('Approve {applicationTitle} for {planTitle}', { ...approval })}
                      onClick={() => void approve(approval)}
                    >
                      {t('Approve')}
                    </ActionButton>
                    <ActionButton
                      size="sm"
                      kind="ghost"
                      busy={action.busy}
                      aria-label={t('Deny {applicationTitle} for {planTitle}', { ...approval })}
                      onClick={() => setDenying(approval)}
                    >
                      {t('Deny')}
                    </ActionButton>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {denying && <DenyDialog approval={denying} close={() => setDenying(undefined)} denied={reload} />}
    </>
  )
}

/** A dialog in which an owner denies a request and says why. */
interface DenyDialogProps {
  approval: ApprovalView
  close(): void
  denied(): void
}

const maxReasonLength = 500

function DenyDialog({ approval, close, denied }: DenyDialogProps) {
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
