/** The page that lists the applications of the user. */

import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { CreateApplicationDialog } from './create-application-dialog.tsx'
import { StateTag } from './state-tag.tsx'

export default function ApplicationsPage() {
  const [creating, setCreating] = useState(false)
  const { value, problem, reload } = useResource('applications', (signal) =>
    requestResource('GET /applications', {}, { signal }),
  )

  return (
    <>
      <PageHeader title={t('Applications')}>
        <Button renderIcon={Add} onClick={() => setCreating(true)}>
          {t('Create')}
        </Button>
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <TableContainer className="list">
          <Table aria-label={t('Applications')}>
            <TableHeaderRow titles={[t('Application'), t('Client id'), t('Type'), t('Subscriptions', {}, 'plans')]} />
            <TableBody>
              {value.map(({ name, title, state, clientId, clientType, subscriptions }) => (
                <TableRow key={name}>
                  <TableCell>
                    <a className="cds--link list__name" href={buildApplicationLink(name)}>
                      {title}
                    </a>
                    {state === 'disabled' && <StateTag state={state} />}
                  </TableCell>
                  <TableCell>
                    <code className="copyable__text">{clientId}</code>
                  </TableCell>
                  <TableCell>{clientType === 'public' ? t('public') : t('confidential')}</TableCell>
                  <TableCell>
                    <ul>
                      {subscriptions.map((each) => (
                        <li key={each.product}>
                          {each.productTitle}: {each.planTitle}
                          {each.state !== 'enabled' && <StateTag state={each.state} />}
                        </li>
                      ))}
                    </ul>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {value.length === 0 && (
            <p className="list__empty">
              {t('You have no application yet. Create one: it gets a client id and a secret.')}
            </p>
          )}
        </TableContainer>
      )}
      {creating && <CreateApplicationDialog close={() => setCreating(false)} created={reload} />}
    </>
  )
}
