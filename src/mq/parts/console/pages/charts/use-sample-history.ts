/** Loads the samples of the range that the charts show, and polls for new ones. */
import { useRef } from 'react'
import type { ChartProps } from '../../../../../shared/ui/charts/chart.tsx'
import type { Samples } from '../../../../../shared/ui/charts/samples.ts'
import { type PolledResource, useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { historySteps } from '../../contract/history-steps.ts'
import { request } from '../../kit/api/client.ts'
import { useChartRange } from './chart-range.tsx'
import { cutSamples, extendHistory } from './extend-history.ts'

/** The members of a chart that say which samples it shows. */
export type ShownSamples = Required<Pick<ChartProps, 'samples' | 'minutes' | 'zoom'>>

/** Returns the samples of a queue manager, or of one of its queues. Those of another step stay while a step is loading. */
export function useSampleHistory(qmgr: string, queue?: string): PolledResource<ShownSamples> {
  const { minutes, part, step, zoom } = useChartRange()
  const object = `${qmgr}/${queue ?? ''}`
  const key = `${object}/${step}`
  const known = useRef<{ key: string; object: string; all: Samples }>(undefined)

  const resource = useResource(
    key,
    async (signal) => {
      const before = known.current?.key === key ? known.current.all : undefined
      // Loads the last two samples again, because they may have been incomplete.
      const options = { query: { since: before && before.last - 2, step }, signal }
      const response =
        queue === undefined
          ? await request('GET /qmgr/:qmgr/history', { qmgr }, options)
          : await request('GET /qmgr/:qmgr/queue/:queue/history', { qmgr, queue }, options)
      const { everyMs } = response
      const size = historySteps.reduce(
        (count, each) => (each.everyMs === everyMs ? (each.minutes * 60_000) / everyMs : count),
        0,
      )
      const all = extendHistory(before, response, size)
      known.current = { key, object, all }
      return all
    },
    { intervalMs: 10_000 },
  )
  const all = resource.value ?? (known.current?.object === object ? known.current.all : undefined)
  return { ...resource, value: all && { ...cutSamples(all, minutes, part), zoom } }
}
