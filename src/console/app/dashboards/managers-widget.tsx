import { Add } from '@carbon/react/icons'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { DialogButton } from '../../../ui/feedback/use-dialog.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { listManagers } from '../api/managers.ts'
import { CreateManagerDialog } from '../managers/create-manager-dialog.tsx'
import { ManagerTable } from '../managers/manager-table.tsx'
import { useSession } from '../session/session.tsx'

const freshMs = 5_000

export function ManagersWidget() {
  const { rights } = useSession()
  const managers = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <Loaded resource={managers} small>
      {(value) => (
        <>
          {rights.manage && (
            <div className="widget__tools">
              <DialogButton
                size="sm"
                renderIcon={Add}
                dialog={(close) => <CreateManagerDialog close={close} created={managers.reload} />}
              >
                {t('Create')}
              </DialogButton>
            </div>
          )}
          <ManagerTable small managers={value} changed={managers.reload} />
        </>
      )}
    </Loaded>
  )
}
