/** The first page: where to go from here. */
import { ClickableTile } from '@carbon/react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { listManagers } from '../api/managers.ts'
import { StateTag } from '../managers/state-tag.tsx'
import { isRunning } from '../managers/states.ts'
import { toManager } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { PageHead } from '../shell/page-head.tsx'

const freshMs = 15_000

export default function HomePage() {
  const { user } = useSession()
  const { value, problem, reload } = useResource('managers', listManagers, { intervalMs: freshMs })

  return (
    <>
      <PageHead title={`Welcome, ${user.name}`} />
      <div className="home">
        <ClickableTile href={buildHashLink('qmgr')}>
          <h2 className="home__title">Manage</h2>
          <p>All queue managers of this installation: create, start, stop, delete.</p>
        </ClickableTile>
        {problem && <ErrorNotice text={problem} again={reload} />}
        {!value && !problem && <LoadingIndicator small />}
        {value?.filter(isRunning).map((manager) => (
          <ClickableTile key={manager.name} href={toManager(manager.name, 'queues')}>
            <h2 className="home__title">{manager.name}</h2>
            <StateTag manager={manager} />
            <p>Queues and their messages, topics, channels, listeners.</p>
          </ClickableTile>
        ))}
      </div>
    </>
  )
}
