/** The titles of the states of a queue manager. */
import { t } from '../../../ui/text/t.ts'
import type { QueueManager } from '../api/managers.ts'

const stateTitles: Readonly<Record<string, string>> = {
  running: t('Running'),
  starting: t('Starting'),
  quiescing: t('Stopping'),
  endingImmediately: t('Stopping'),
  endingPreemptively: t('Stopping'),
  ended: t('Stopped'),
  endedImmediately: t('Stopped'),
  endedPreemptively: t('Stopped'),
  endedUnexpectedly: t('Stopped unexpectedly'),
}

export function describeManagerState({ state }: Pick<QueueManager, 'state'>): string {
  return stateTitles[state] ?? state
}

export function isManagerRunning({ state }: Pick<QueueManager, 'state'>): boolean {
  return state === 'running'
}

export function isManagerEnded({ state }: Pick<QueueManager, 'state'>): boolean {
  return state.startsWith('ended')
}
