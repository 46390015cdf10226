/** The limits of a plan, in words and numbers. */
import type { CallLimit, Plan } from '../../config/types/index.ts'
import { renderInterval } from '../../lib/time/render-interval.ts'
import type { LimitView } from '../rest/index.ts'

/** Of the plan as a whole first, then of its APIs, then of their operations. */
export function buildPlanLimitViews({ limits, apiTerms }: Plan): LimitView[] {
  const parts = [...(apiTerms ?? [])].flatMap(([api, offer]) => [
    ...offer.limits.map((each) => buildLimitView(each, api)),
    ...[...(offer.operations ?? [])].flatMap(([operation, its]) =>
      its.map((each) => buildLimitView(each, `${api} ${operation}`)),
    ),
  ])
  return [...limits.map((each) => buildLimitView(each, '')), ...parts]
}

/** `part` is an API's reference, with an operation after a blank, or nothing for the whole plan. */
export function buildLimitView(limit: CallLimit, part: string): LimitView {
  const { name, kind, calls = null, intervalSeconds, hard } = limit
  return { name, kind, calls, intervalSeconds, hard, part, words: describeLimit(limit) }
}

function describeLimit({ kind, calls, intervalSeconds, hard }: CallLimit): string {
  if (calls === undefined) return 'unlimited'
  const burst = kind === 'burst' ? ' at a burst' : ''
  return `${calls} ${calls === 1 ? 'call' : 'calls'} per ${renderInterval(intervalSeconds)}${burst}${hard ? '' : ', counted only'}`
}
