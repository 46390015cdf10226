/** Shows the state of a queue manager as a tag of Carbon, without the code of Carbon's tags: home loads it at once. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerFacts } from '../../contract/managers.ts'

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

const stateTitles: Readonly<Record<string, string>> = {
  running: t('Running'),
  standby: t('Standby'),
  starting: t('Starting'),
  quiescing: t('Stopping'),
  endingImmediately: t('Stopping'),
  endingPreemptively: t('Stopping'),
  ended: t('Stopped'),
  endedImmediately: t('Stopped'),
  endedPreemptively: t('Stopped'),
  endedUnexpectedly: t('Stopped unexpectedly'),
  stateNotAvailable: t('No database'),
}

function describeManagerState({ state }: Pick<ManagerFacts, 'state'>): string {
  return stateTitles[state] ?? state
}

export function isManagerRunning({ state }: Pick<ManagerFacts, 'state'>): boolean {
  return state === 'running'
}

/** Returns whether the queue manager runs in this installation or on another machine, to which requests are forwarded. */
export function isManagerReachable(manager: Pick<ManagerFacts, 'state' | 'runsOn'>): boolean {
  return isManagerRunning(manager) || manager.runsOn !== undefined
}

export function isManagerEnded({ state }: Pick<ManagerFacts, 'state'>): boolean {
  return state.startsWith('ended')
}
