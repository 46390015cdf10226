/** The page of a queue manager that does not run, with the button that starts it, or that does not exist. */
import { Link } from '@carbon/react'
import { DataVolume } from '@carbon/react/icons'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { useCurrentManager } from '../shell/current-manager.tsx'
import { ManagerStateTag } from './manager-state-tag.tsx'
import StartManager from './start-manager.tsx'

export default function AbsentManagerPage({ manager }: { manager: string }) {
  const { facts, reload } = useCurrentManager()

  if (!facts) {
    return (
      <>
        <ManagerPageHeader title={manager} />
        <EmptyState icon={DataVolume} title={t('There is no queue manager {name} on this server.', { name: manager })}>
          <Link href={buildHashLink('qmgr')}>{t('All queue managers')}</Link>
        </EmptyState>
      </>
    )
  }

  return (
    <>
      <ManagerPageHeader title={manager}>
        <ManagerStateTag manager={facts} />
      </ManagerPageHeader>
      <EmptyState
        icon={DataVolume}
        title={t('{name} is not running. Its queues, messages and channels are available after a start.', {
          name: manager,
        })}
      >
        <StartManager name={manager} changed={reload} />
      </EmptyState>
    </>
  )
}
