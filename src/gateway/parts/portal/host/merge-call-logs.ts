/** Merges the call logs of all workers. */
import type { CallLogState } from '../../../contract/access/call-log.ts'
import { limitContent } from '../../../telemetry/index.ts'

/** A recording runs while one worker records: each of them counts its own calls. */
export function mergeCallLogs(states: readonly CallLogState[]): CallLogState {
  return {
    recording: states.find(({ recording }) => recording)?.recording,
    isRunning: states.some(({ isRunning }) => isRunning),
    calls: limitContent(states.flatMap(({ calls }) => calls).sort((a, b) => b.at - a.at)),
  }
}
