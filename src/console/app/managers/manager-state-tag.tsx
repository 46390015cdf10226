/** Shows the state of a queue manager as a tag of Carbon, without the code of Carbon's tags: home loads it at once. */

import type { ManagerFacts } from '../../../contract/console/managers.ts'
import { t } from '../../../ui/text/t.ts'
import { describeManagerState, isManagerEnded, isManagerRunning } from './manager-states.ts'

export function ManagerStateTag({ manager }: { manager: Pick<ManagerFacts, 'state' | 'runsOn'> }) {
  const colour = isManagerRunning(manager) ? 'green' : isManagerEnded(manager) ? 'gray' : 'blue'
  return (
    <>
      <span className={`cds--tag cds--tag--${colour} cds--layout--size-md`}>
        <span className="cds--tag__label">{describeManagerState(manager)}</span>
      </span>
      {manager.runsOn !== undefined && (
        <span className="list__note">{t('runs on {host}', { host: manager.runsOn })}</span>
      )}
    </>
  )
}
