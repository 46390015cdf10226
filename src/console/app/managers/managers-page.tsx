/** The page that lists the queue managers. */
import '../styles/work.scss'
import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { listManagers } from '../api/managers.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { CreateManagerDialog } from './create-manager-dialog.tsx'
import { ManagerTable } from './manager-table.tsx'

const freshMs = 5_000

export default function ManagersPage() {
  const { rights } = useSession()
  const [creating, setCreating] = useState(false)
  const managers = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader title={t('Queue managers')}>
        {rights.manage && (
          <Button renderIcon={Add} onClick={() => setCreating(true)}>
            {t('Create')}
          </Button>
        )}
      </ManagerPageHeader>
      <Loaded resource={managers}>{(value) => <ManagerTable managers={value} changed={managers.reload} />}</Loaded>
      {creating && <CreateManagerDialog close={() => setCreating(false)} created={managers.reload} />}
    </>
  )
}
