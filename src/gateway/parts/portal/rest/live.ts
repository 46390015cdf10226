/** The calls of a catalog at this moment, for owners who may change documents. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { flag, list, number, orNull, text, view } from '../../../../shared/rest/shapes.ts'
import { apiCounts, LimitUsage, rejectionMembers } from './usage.ts'

const latency = Type.Object({
  totalMs: number('The total duration of all calls.'),
  buckets: list(
    Type.Object({ upToMs: orNull(Type.Number()), calls: number() }),
    'The number of calls up to each bound; null is the bound of all calls.',
  ),
})

/** Counters of all workers of this gateway since each of them started. A restarted worker counts from zero again. */
const counters = {
  workers: number('The number of workers that responded.'),
  apis: list(apiCounts),
  latency,
  upstreams: list(
    Type.Object({
      target: text(),
      requests: number(),
      failures: number(),
      openCircuits: number('The number of workers in which the circuit breaker is open.'),
      unhealthyWorkers: number('The number of workers in which the health check fails.'),
    }),
    'The upstreams of all catalogs.',
  ),
  rejections: list(
    Type.Object({ ...rejectionMembers, application: Type.Optional(text()) }),
    'The last rejected calls of the catalog, the newest first.',
  ),
}

export type LiveCounters = Pick<LiveView, keyof typeof counters>

export type LiveView = Static<typeof LiveView>
export const LiveView = view('LiveView', {
  ...counters,
  at: text('When the counters were read.'),
  earlier: Type.Optional(
    Type.Object(
      { at: text(), apis: list(apiCounts), latency },
      {
        description: 'With `earlier=true`, the counters half a second before, so that the first response gives rates.',
      },
    ),
  ),
  limits: list(
    Type.Object({ application: text(), product: text(), plan: text(), limit: LimitUsage }),
    'The limits with the highest use first; at most 20.',
  ),
})

export const liveResources = declareResources('configuration', {
  'GET /configuration/live': {
    id: 'showLive',
    summary: 'Show the calls of this moment, over all workers',
    parameters: [query('earlier', 'Whether the response has an earlier reading, too.', flag())],
    response: LiveView,
  },
})
