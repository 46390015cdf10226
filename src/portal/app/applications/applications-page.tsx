/** The page that lists the applications of the user. */
import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { CreateApplicationDialog } from './create-application-dialog.tsx'
import { stateWords } from './state-words.ts'

export default function ApplicationsPage() {
  const [creating, setCreating] = useState(false)
  const applications = usePortalResource('GET /applications', {})

  return (
    <>
      <PageHeader title={t('Applications')}>
        <Button renderIcon={Add} onClick={() => setCreating(true)}>
          {t('Create')}
        </Button>
      </PageHeader>
      <Loaded resource={applications}>
        {(value) => (
          <DataTable
            label={t('Applications')}
            rows={value}
            keyOf={({ name }) => name}
            columns={[
              [
                t('Application'),
                ({ name, title, state }) => (
                  <>
                    <a className="cds--link list__name" href={buildApplicationLink(name)}>
                      {title}
                    </a>
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
            empty={t('You have no application yet. Create one: it gets a client id and a secret.')}
          />
        )}
      </Loaded>
      {creating && <CreateApplicationDialog close={() => setCreating(false)} created={applications.reload} />}
    </>
  )
}
