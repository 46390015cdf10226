/** The page on which owners of the catalog approve or deny pending requests. */
import { CheckmarkOutline } from '@carbon/react/icons'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApprovalView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'

export default function ApprovalsPage() {
  const approvals = usePortalResource('GET /approvals', {}, { intervalMs: 20_000 })
  return (
    <>
      <PageHeader title={t('Approvals')} />
      <ResourceTable
        resource={approvals}
        label={t('Approvals')}
        keyOf={({ id }) => id}
        columns={[
          [t('Application'), ({ applicationTitle }) => <span className="list__name">{applicationTitle}</span>],
          [t('Developer'), ({ owner, email }) => renderNoted(owner, email)],
          [
            t('Plan'),
            ({ productTitle, planTitle, presentPlan }) =>
              renderNoted(
                `${productTitle}: ${planTitle}`,
                presentPlan && t('in place of {presentPlan}', { presentPlan }),
              ),
          ],
        ]}
        actions={(approval) => [
          {
            label: t('Approve {applicationTitle} for {planTitle}', { ...approval }),
            title: t('Approve'),
            kind: 'primary',
            run: () =>
              requestResource(
                'POST /approvals/:approval',
                { approval: approval.id },
                { body: { decision: 'approve' } },
              ),
            done: t('Approved'),
            about: approval.applicationTitle,
          },
          {
            label: t('Deny {applicationTitle} for {planTitle}', { ...approval }),
            title: t('Deny'),
            dialog: (close) => <DenyDialog approval={approval} close={close} denied={approvals.reload} />,
          },
        ]}
        empty={{
          icon: CheckmarkOutline,
          title: t('No request waits for a decision'),
          text: t('Requests for plans with approval: true appear here.'),
        }}
      />
    </>
  )
}

const renderNoted = (text: string, note: string | undefined) => (
  <>
    {text}
    {note && <span className="list__note">{note}</span>}
  </>
)

function DenyDialog({ approval, close, denied }: { approval: ApprovalView; close(): void; denied(): void }) {
  const { id, owner, planTitle, applicationTitle } = approval
  const form = useForm('deny', { reason: '' }, ({ reason }) => [
    {
      name: 'reason',
      label: t('Reason - required'),
      kind: 'lines',
      help: t('{owner} sees it and can ask again.', { owner }),
      missing: reason.trim() === '' ? t('Enter a reason for the developer.') : undefined,
      attributes: { maxLength: 500 },
    },
  ])
  const body = { decision: 'deny', reason: form.draft.reason.trim() } as const
  return (
    <FormDialog
      size="sm"
      form={form}
      title={t('Deny {planTitle}', { planTitle })}
      label={applicationTitle}
      action={t('Deny')}
      run={() => requestResource('POST /approvals/:approval', { approval: id }, { body })}
      done={t('Denied')}
      about={applicationTitle}
      succeeded={denied}
      close={close}
    />
  )
}
