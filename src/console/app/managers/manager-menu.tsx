/** The menu of a queue manager: view configuration, start, stop, delete. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { useState } from 'react'

import { useAction } from '../../../ui/feedback/use-action.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import { deleteManager, type QueueManager, startManager } from '../api/managers.ts'
import { buildManagerLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { DeleteManagerDialog } from './delete-manager-dialog.tsx'
import { isManagerEnded, isManagerRunning } from './manager-states.ts'
import { StopManagerDialog } from './stop-manager-dialog.tsx'

export function ManagerMenu({ manager, changed }: { manager: QueueManager; changed(): void }) {
  const { rights } = useSession()
  const [asked, setAsked] = useState<'stop' | 'delete'>()
  const starting = useAction({ notifiesErrors: true })
  const { name } = manager
  const close = () => setAsked(undefined)

  async function start() {
    await starting.run(() => startManager(name), t('Queue manager started'), name, t('Start'))
    changed()
  }

  if (!isManagerRunning(manager) && !rights.manage) return null
  return (
    <>
      <OverflowMenu
        flipped
        aria-label={t('Actions for {name}', { name })}
        iconDescription={t('Actions for {name}', { name })}
      >
        {isManagerRunning(manager) && (
          <OverflowMenuItem
            itemText={t('View configuration')}
            onClick={() => navigate(buildManagerLink(name, 'configuration'))}
          />
        )}
        {rights.manage && isManagerEnded(manager) && (
          <OverflowMenuItem itemText={t('Start')} onClick={() => void start()} />
        )}
        {rights.manage && isManagerRunning(manager) && (
          <OverflowMenuItem itemText={t('Stop')} onClick={() => setAsked('stop')} />
        )}
        {rights.manage && (
          <OverflowMenuItem
            hasDivider
            isDelete
            itemText={t('Delete')}
            disabled={!isManagerEnded(manager)}
            onClick={() => setAsked('delete')}
          />
        )}
      </OverflowMenu>
      {asked === 'stop' && <StopManagerDialog name={name} close={close} stopped={changed} />}
      {asked === 'delete' && (
        <DeleteManagerDialog name={name} close={close} remove={() => deleteManager(name)} deleted={changed} />
      )}
    </>
  )
}
