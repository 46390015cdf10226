/** The states of a queue manager in words, and what can be done in each. */
import type { Manager } from '../api/managers.ts'

const words: Readonly<Record<string, string>> = {
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

export function stateInWords({ state }: Pick<Manager, 'state'>): string {
  return words[state] ?? state
}

export function isRunning({ state }: Pick<Manager, 'state'>): boolean {
  return state === 'running'
}

export function isEnded({ state }: Pick<Manager, 'state'>): boolean {
  return state.startsWith('ended')
}
