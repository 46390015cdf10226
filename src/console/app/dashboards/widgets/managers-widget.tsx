/** A widget that lists the queue managers with their actions. */
import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'

import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { t } from '../../../../ui/text/t.ts'
import { listManagers } from '../../api/managers.ts'
import { CreateManagerDialog } from '../../managers/create-manager-dialog.tsx'
import { ManagerMenu } from '../../managers/manager-menu.tsx'
import { ManagerStateTag } from '../../managers/manager-state-tag.tsx'
import { buildManagerLink } from '../../routing/page-route.ts'
import { useSession } from '../../session/session.tsx'
import { dashboardTexts as texts } from '../../wording/dashboard-texts.ts'

const freshMs = 5_000

export function ManagersWidget() {
  const { rights } = useSession()
  const [creating, setCreating] = useState(false)
  const { value, problem, reload } = useResource('managers', listManagers, { intervalMs: freshMs })

  if (!value) return problem ? <ErrorNotice text={problem} again={reload} /> : <LoadingIndicator small />
  return (
    <>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {rights.manage && (
        <div className="widget__tools">
          <Button size="sm" renderIcon={Add} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        </div>
      )}
      <div className="list__scroll">
        <Table size="sm" aria-label={t('Queue managers')}>
          <TableHeaderRow titles={[t('Name'), t('Status'), t('Connections')]} actions />
          <TableBody>
            {value.map((manager) => (
              <TableRow key={manager.name}>
                <TableCell>
                  <a className="cds--link list__name" href={buildManagerLink(manager.name)}>
                    {manager.name}
                  </a>
                </TableCell>
                <TableCell>
                  <ManagerStateTag manager={manager} />
                </TableCell>
                <TableCell className="list__number">{manager.connectionCount}</TableCell>
                <TableCell className="list__menu">
                  <ManagerMenu manager={manager} changed={reload} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {creating && <CreateManagerDialog close={() => setCreating(false)} created={reload} />}
    </>
  )
}
