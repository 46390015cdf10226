/** Loads the last hour of samples and polls for new ones. */
import { useRef } from 'react'

import type { Samples } from '../../../ui/charts/samples.ts'
import { type PolledResource, useResource } from '../../../ui/feedback/use-resource.ts'
import type { SampleRange } from '../api/history.ts'
import { extendHistory } from './extend-history.ts'

const pollIntervalMs = 10_000

/** `load` returns the samples after the number `since`, or all samples if it is undefined. */
export function useSampleHistory(
  key: string,
  load: (since: number | undefined, signal: AbortSignal) => Promise<SampleRange>,
): PolledResource<Samples> {
  const known = useRef<{ key: string; hour: Samples }>(undefined)

  return useResource(
    key,
    async (signal) => {
      const before = known.current?.key === key ? known.current.hour : undefined
      // Loads the last two samples again, because they may have been incomplete.
      const response = await load(before && before.last - 2, signal)
      const hour = extendHistory(before, response)
      known.current = { key, hour }
      return hour
    },
    { intervalMs: pollIntervalMs },
  )
}
