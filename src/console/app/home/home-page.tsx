/** The home page, with links to the running queue managers. */
import { ClickableTile } from '@carbon/react'

import '../styles/home.scss'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { listManagers } from '../api/managers.ts'
import { ManagerStateTag } from '../managers/manager-state-tag.tsx'
import { isManagerRunning } from '../managers/manager-states.ts'
import { buildManagerLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'

const freshMs = 15_000

export default function HomePage() {
  const { user } = useSession()
  const { value, problem, reload } = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader title={`Welcome, ${user.name}`} />
      <div className="home">
        <ClickableTile href={buildHashLink('qmgr')}>
          <h2 className="home__title">Manage</h2>
          <p>All queue managers of this installation: create, start, stop, delete.</p>
        </ClickableTile>
        {problem && <ErrorNotice text={problem} again={reload} />}
        {!value && !problem && <LoadingIndicator small />}
        {value?.filter(isManagerRunning).map((manager) => (
          <ClickableTile key={manager.name} href={buildManagerLink(manager.name, 'queues')}>
            <h2 className="home__title">{manager.name}</h2>
            <ManagerStateTag manager={manager} />
            <p>Queues and their messages, topics, channels, listeners.</p>
          </ClickableTile>
        ))}
      </div>
    </>
  )
}
