/** The page that lists the queue managers. */
import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'

import '../styles/work.scss'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { listManagers } from '../api/managers.ts'
import { buildManagerLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { CreateManagerDialog } from './create-manager-dialog.tsx'
import { ManagerMenu } from './manager-menu.tsx'
import { ManagerStateTag } from './manager-state-tag.tsx'

const freshMs = 5_000

export default function ManagersPage() {
  const { rights } = useSession()
  const [creating, setCreating] = useState(false)
  const { value, problem, reload } = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader title={t('Queue managers')}>
        {rights.manage && (
          <Button renderIcon={Add} onClick={() => setCreating(true)}>
            {t('Create')}
          </Button>
        )}
      </ManagerPageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <TableContainer className="list">
          <Table aria-label={t('Queue managers')}>
            <TableHeaderRow titles={[t('Name'), t('Status'), t('Started'), t('Connections')]} actions />
            <TableBody>
              {value.map((manager) => (
                <TableRow key={manager.name}>
                  <TableCell>
                    <a className="cds--link list__name" href={buildManagerLink(manager.name)}>
                      {manager.name}
                    </a>
                    {manager.isDefault && <span className="list__note">{t('default')}</span>}
                  </TableCell>
                  <TableCell>
                    <ManagerStateTag manager={manager} />
                  </TableCell>
                  <TableCell>{manager.started ? formatDateTime(manager.started) : ''}</TableCell>
                  <TableCell>{manager.connectionCount}</TableCell>
                  <TableCell className="list__menu">
                    <ManagerMenu manager={manager} changed={reload} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {value.length === 0 && <p className="list__empty">{t('There are no queue managers yet.')}</p>}
        </TableContainer>
      )}
      {creating && <CreateManagerDialog close={() => setCreating(false)} created={reload} />}
    </>
  )
}
