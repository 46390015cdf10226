/** A widget that lists the queue managers with their actions. */
import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { listManagers } from '../api/managers.ts'
import { CreateManagerDialog } from '../managers/create-manager-dialog.tsx'
import { ManagerTable } from '../managers/manager-table.tsx'
import { useSession } from '../session/session.tsx'

const freshMs = 5_000

export function ManagersWidget() {
  const { rights } = useSession()
  const [creating, setCreating] = useState(false)
  const managers = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <Loaded resource={managers} small>
      {(value) => (
        <>
          {rights.manage && (
            <div className="widget__tools">
              <Button size="sm" renderIcon={Add} onClick={() => setCreating(true)}>
                {t('Create')}
              </Button>
            </div>
          )}
          <ManagerTable small managers={value} changed={managers.reload} />
          {creating && <CreateManagerDialog close={() => setCreating(false)} created={managers.reload} />}
        </>
      )}
    </Loaded>
  )
}
