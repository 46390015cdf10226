/** The page of a queue manager that does not run, with the button that starts it, or that does not exist. */
import { DataVolume, Play } from '@carbon/react/icons'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { startManager } from '../../kit/api/managers.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { useCurrentManager } from '../shell/current-manager.tsx'
import { ManagerStateTag } from './manager-state-tag.tsx'

export default function AbsentManagerPage({ manager }: { manager: string }) {
  const { rights } = useSession()
  const { facts, reload } = useCurrentManager()
  const starting = useAction()

  if (!facts) {
    return (
      <>
        <ManagerPageHeader title={manager} />
        <EmptyState icon={DataVolume} title={t('There is no queue manager {name} on this server.', { name: manager })}>
          <a className="cds--link" href={buildHashLink('qmgr')}>
            {t('All queue managers')}
          </a>
        </EmptyState>
      </>
    )
  }

  async function start() {
    await starting.run(() => startManager(manager), t('Queue manager started'), manager)
    reload()
  }

  return (
    <>
      <ManagerPageHeader title={manager}>
        <ManagerStateTag manager={facts} />
      </ManagerPageHeader>
      {starting.problem && <ErrorNotice text={starting.problem} />}
      <EmptyState
        icon={DataVolume}
        title={t('{name} is not running. Its queues, messages and channels are available after a start.', {
          name: manager,
        })}
        text={rights.manage ? undefined : t('An administrator can start it.')}
      >
        {rights.manage && (
          <ActionButton renderIcon={Play} busy={starting.busy} onClick={() => void start()}>
            {t('Start')}
          </ActionButton>
        )}
      </EmptyState>
    </>
  )
}
