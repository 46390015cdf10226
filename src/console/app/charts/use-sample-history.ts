/** Loads the last hour of samples and polls for new ones. */
import { useRef } from 'react'
import type { Samples } from '../../../ui/charts/samples.ts'
import { type PolledResource, useResource } from '../../../ui/feedback/use-resource.ts'
import { request } from '../api/client.ts'
import { extendHistory } from './extend-history.ts'

const pollIntervalMs = 10_000

/** Returns the samples of a queue manager, or of one of its queues. */
export function useSampleHistory(qmgr: string, queue?: string): PolledResource<Samples> {
  const key = `${qmgr}/${queue ?? ''}`
  const known = useRef<{ key: string; hour: Samples }>(undefined)

  return useResource(
    key,
    async (signal) => {
      const before = known.current?.key === key ? known.current.hour : undefined
      // Loads the last two samples again, because they may have been incomplete.
      const options = { query: { since: before && before.last - 2 }, signal }
      const response =
        queue === undefined
          ? await request('GET /qmgr/:qmgr/history', { qmgr }, options)
          : await request('GET /qmgr/:qmgr/queue/:queue/history', { qmgr, queue }, options)
      const hour = extendHistory(before, response)
      known.current = { key, hour }
      return hour
    },
    { intervalMs: pollIntervalMs },
  )
}
