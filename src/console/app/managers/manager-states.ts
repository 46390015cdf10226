/** The titles of the states of a queue manager. */
import type { QueueManager } from '../api/managers.ts'

const stateTitles: Readonly<Record<string, string>> = {
  running: 'Running',
  starting: 'Starting',
  quiescing: 'Stopping',
  endingImmediately: 'Stopping',
  endingPreemptively: 'Stopping',
  ended: 'Stopped',
  endedImmediately: 'Stopped',
  endedPreemptively: 'Stopped',
  endedUnexpectedly: 'Stopped unexpectedly',
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
