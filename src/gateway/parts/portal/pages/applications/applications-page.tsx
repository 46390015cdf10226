/** The page that lists the applications of the user. */
import { Add, Application } from '@carbon/react/icons'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { StateTag } from '../../../../../shared/ui/shell/state-tag.tsx'
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { stateWords } from './application-fields.tsx'
import { CreateApplicationDialog } from './create-application-dialog.tsx'

export default function ApplicationsPage() {
  const applications = usePortalResource('GET /applications', {})
  return (
    <>
      <PageHeader title={t('Applications')}>
        <DialogButton
          opensByLink
          renderIcon={Add}
          dialog={(close) => <CreateApplicationDialog close={close} created={applications.reload} />}
        >
          {t('Create an application')}
        </DialogButton>
      </PageHeader>
      <ResourceTable
        label={t('Applications')}
        resource={applications}
        keyOf={({ name }) => name}
        columns={[
          [
            t('Application'),
            ({ name, title, state }) => (
              <>
                <NameLink to={buildApplicationLink(name)}>{title}</NameLink>
                {state === 'disabled' && <StateTag states={stateWords} state={state} size="sm" />}
              </>
            ),
          ],
          [t('Client id'), ({ clientId }) => <code className="copyable__text">{clientId}</code>],
          [t('Type'), ({ clientType }) => (clientType === 'public' ? t('public') : t('confidential'))],
          [
            t('Subscriptions', {}, 'plans'),
            ({ subscriptions }) => (
              <ul>
                {subscriptions.map(({ product, productTitle, planTitle, state }) => (
                  <li key={product}>
                    {productTitle}: {planTitle}
                    {state !== 'enabled' && <StateTag states={stateWords} state={state} size="sm" />}
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
        empty={{
          icon: Application,
          title: t('You have no application yet'),
          text: t('It gets a client id and a secret, with which your program says who it is.'),
        }}
      />
    </>
  )
}
