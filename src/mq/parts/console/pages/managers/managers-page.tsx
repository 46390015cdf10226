/** The page that lists the queue managers. */
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import '../../kit/styles/work.scss'
import { Add } from '@carbon/react/icons'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { listManagers } from '../../kit/api/managers.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { CreateManagerDialog } from './create-manager-dialog.tsx'
import { ManagerTable } from './manager-table.tsx'

export default function ManagersPage() {
  const { rights } = useSession()
  const managers = useResource('managers', listManagers, { intervalMs: 5_000 })

  return (
    <>
      <ManagerPageHeader title={t('Queue managers')}>
        {rights.manage && (
          <DialogButton
            opensByLink
            renderIcon={Add}
            dialog={(close) => <CreateManagerDialog close={close} created={managers.reload} />}
          >
            {t('Create')}
          </DialogButton>
        )}
      </ManagerPageHeader>
      <Loaded resource={managers}>{(value) => <ManagerTable managers={value} changed={managers.reload} />}</Loaded>
    </>
  )
}
