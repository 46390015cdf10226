/** The page on which owners of the catalog approve or deny pending requests. */

import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { CheckmarkOutline } from '@carbon/react/icons'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApprovalView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { DenyDialog } from './deny-dialog.tsx'

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
                    <Button
                      size="sm"
                      disabled={action.busy}
                      aria-label={t('Approve {applicationTitle} for {planTitle}', { ...approval })}
                      onClick={() => void approve(approval)}
                    >
                      {t('Approve')}
                    </Button>
                    <Button
                      size="sm"
                      kind="ghost"
                      disabled={action.busy}
                      aria-label={t('Deny {applicationTitle} for {planTitle}', { ...approval })}
                      onClick={() => setDenying(approval)}
                    >
                      {t('Deny')}
                    </Button>
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
