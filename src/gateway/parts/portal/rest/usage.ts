/** The calls, tokens and rejections of an application. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { list, number, orNull, text, view } from '../../../../shared/rest/shapes.ts'
import { limitMembers } from './products.ts'

const latency = {
  averageMs: Type.Optional(number('The mean latency; absent when there was no call.')),
  p95Ms: Type.Optional(number('An estimate of the 95th percentile of the latency.')),
}

export type UsageHour = Static<typeof UsageHour>
export const UsageHour = view('UsageHour', {
  hour: text('The start of the hour.'),
  calls: number(),
  errors: number('The number of responses with status 500 or above.'),
  refusals: number('The number of calls that the gateway rejected.'),
  tokens: number('The number of access tokens issued.'),
  ...latency,
})

export type LimitUsage = Static<typeof LimitUsage>
export const LimitUsage = view('LimitUsage', {
  ...limitMembers,
  used: number(),
  left: orNull(Type.Number(), 'The remaining calls; null if the plan is unlimited.'),
  resetsAt: Type.Optional(text('When the counter is reset; absent when the plan is unlimited.')),
})

export type PlanUsage = Static<typeof PlanUsage>
export const PlanUsage = view('PlanUsage', { product: text(), plan: text(), limits: list(LimitUsage) })

const counts = { api: text(), calls: number(), errors: number(), refusals: number() }

/** The counters of one API. */
export const apiCounts = Type.Object(counts)

export type UsageView = Static<typeof UsageView>
export const UsageView = view('UsageView', {
  application: text(),
  from: text('The start of the first hour.'),
  to: text(),
  hours: list(UsageHour, 'One entry per hour, including hours without calls, the oldest first.'),
  apis: list(
    Type.Object({ ...counts, ...latency }),
    'The totals of each API over the whole time, the API with the most calls first.',
  ),
  plans: list(PlanUsage, 'The current use of the plan of each subscription.'),
})

const step = Type.Object({
  at: text('The start of the step.'),
  calls: number(),
  errors: number(),
  refusals: number(),
  ...latency,
})

export type UsageMinutes = Static<typeof UsageMinutes>
export const UsageMinutes = view('UsageMinutes', {
  from: text(),
  to: text(),
  stepMinutes: number('The length of a step: 1, 5 or 15 minutes.'),
  steps: list(step, 'One entry per step, including steps without calls, the oldest first.'),
  operations: list(
    Type.Object({
      ...counts,
      operation: text('`METHOD /path`, or the id of an operation that no longer exists.'),
      ...latency,
    }),
    'The totals of each operation, the one with the most calls first.',
  ),
  failures: list(
    Type.Object({
      reason: text('The reason code, or the status of the response: `scope_insufficient`, `502`.'),
      api: text(),
      operation: text(),
      calls: number(),
      since: text('The first minute with such a call.'),
      last: text('The last minute with such a call.'),
      advice: text(),
    }),
    'Rejected and failed calls by reason and operation, the most frequent first.',
  ),
})

const planCounts = {
  api: text('The API as `name:version`; empty for token requests.'),
  plan: text('The plan as `product/plan`; empty without a plan.'),
  calls: number(),
  errors: number(),
  refusals: number(),
  tokens: number(),
}

export type MonthUsage = Static<typeof MonthUsage>
export const MonthUsage = view(
  'MonthUsage',
  { month: text('The month in UTC, `2026-11`.'), ...planCounts },
  'The usage of one API through one plan in one month.',
)

export type DayUsage = Static<typeof DayUsage>
export const DayUsage = view(
  'DayUsage',
  { day: text('The day in UTC, `2026-11-21`.'), ...planCounts },
  'The usage of one API through one plan on one day.',
)

/** The members of every rejected call. */
export const rejectionMembers = {
  requestId: text(),
  at: text(),
  method: text(),
  path: text(),
  status: number(),
  reason: text('The reason code, as in metrics and logs: `scope_missing`.'),
}

export type RejectedCallView = Static<typeof RejectedCallView>
export const RejectedCallView = view(
  'RejectedCallView',
  { ...rejectionMembers, advice: text() },
  'A rejected call. `GET /explanations/{request}` returns its checks.',
)

const months = query('months', 'The number of months.', Type.Integer({ minimum: 1, maximum: 13, default: 3 }))

export const usageResources = declareResources('applications', {
  'GET /applications/:application/usage': {
    id: 'showUsage',
    summary: 'Show calls and tokens by the hour',
    parameters: [query('hours', 'The number of hours.', Type.Integer({ minimum: 1, maximum: 168, default: 24 }))],
    response: UsageView,
  },
  'GET /applications/:application/minutes': {
    id: 'showMinutes',
    summary: 'Show calls, failures and latency by the minute, of the last day',
    parameters: [
      query('minutes', 'The length of time.', Type.Integer({ minimum: 1, maximum: 1440, default: 60 })),
      query('until', 'The end of the time, as in RFC 3339; now without it.', Type.String({ format: 'date-time' })),
    ],
    response: UsageMinutes,
  },
  'GET /applications/:application/months': {
    id: 'showMonths',
    summary: 'Show calls by the month',
    parameters: [months],
    response: list(MonthUsage),
  },
  'GET /applications/:application/days': {
    id: 'showDays',
    summary: 'Show calls by the day',
    parameters: [months],
    response: list(DayUsage),
  },
  'GET /applications/:application/usage.csv': {
    id: 'downloadUsage',
    summary: 'Download calls by the day',
    parameters: [months],
    file: { 'text/csv': { type: 'string' } },
  },
  'GET /applications/:application/rejections': {
    id: 'listRejections',
    summary: 'List the last rejected calls, at most 50, the latest first',
    response: list(RejectedCallView),
  },
})
