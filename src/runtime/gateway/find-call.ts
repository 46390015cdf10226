/** Finds how a call was decided: in the memory of the workers, on disk, and at the other nodes that share the store. */
import type { Explanation } from '../../contract/access/explanation.ts'
import type { Log } from '../../lib/output/log.ts'
import { minuteMs } from '../../lib/time/durations.ts'
import { openSemaphore } from '../../security/index.ts'
import { findKeptCall, removeOldCalls } from '../../telemetry/kept-calls/index.ts'
import type { KeptCallSettings } from '../settings/settings.ts'
import type { RunningGateway } from '../workers/primary.ts'

/** Returns the explanation of a call; undefined when it is not known. `nodes` says whether other nodes are asked as well. */
export type FindCall = (requestId: string, nodes: 'all' | 'this') => Promise<Explanation | undefined>

export function openCallFinder(
  workers: Pick<RunningGateway, 'requestAll' | 'requestOne' | 'nodes'>,
  kept: KeptCallSettings | undefined,
): FindCall {
  const inTurn = openSemaphore({
    maxRunning: 2,
    maxWaiting: 50,
    createOverflowError: () => new Error('the gateway looks for too many calls at the same time: try again'),
  })

  return async function findCall(requestId, nodes) {
    const known = await workers.requestAll('explain', { requestId })
    const found = known.find((each) => each !== undefined)
    if (found) return found
    return inTurn(async () => {
      const onDisk = kept && (await findKeptCall(kept.folder, requestId))
      if (onDisk || nodes === 'this' || (workers.nodes()?.length ?? 0) < 2) return onDisk
      return workers.requestOne('askNodes', { requestId })
    })
  }
}

const intervalMs = 10 * minuteMs

/** Removes kept calls that are old or too many, now and then. */
export function removeOldCallsRegularly(kept: KeptCallSettings | undefined, log: Log): NodeJS.Timeout | undefined {
  if (!kept) return undefined
  const remove = () => {
    removeOldCalls(kept.folder, { now: Date.now(), maxBytes: kept.maxBytes }).catch((error: unknown) =>
      log.warn({ err: error }, 'old calls could not be removed'),
    )
  }
  remove()
  return setInterval(remove, intervalMs).unref()
}
