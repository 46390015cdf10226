/** Builds the REST views of plan limits. */
import { renderInterval } from '../../../../shared/lib/time/render-time.ts'
import type { CallLimit, Plan } from '../../../config/types/index.ts'
import type { LimitView } from '../rest/index.ts'

/** Returns the limits of the whole plan, then those of its APIs, then those of single operations. */
export function buildPlanLimitViews({ limits, apiTerms }: Plan): LimitView[] {
  const parts = [...(apiTerms ?? [])].flatMap(([api, offer]) => [
    ...offer.limits.map((each) => buildLimitView(each, api)),
    ...[...(offer.operations ?? [])].flatMap(([operation, its]) =>
      its.map((each) => buildLimitView(each, `${api} ${operation}`)),
    ),
  ])
  return [...limits.map((each) => buildLimitView(each, '')), ...parts]
}

/** `part` is an API, an API and an operation separated by a blank, or empty for the whole plan. */
export function buildLimitView(limit: CallLimit, part: string): LimitView {
  const { name, kind, calls = null, intervalSeconds, hard } = limit
  return { name, kind, calls, intervalSeconds, hard, part, words: describeLimit(limit) }
}

function describeLimit({ kind, calls, intervalSeconds, hard }: CallLimit): string {
  if (calls === undefined) return 'unlimited'
  const burst = kind === 'burst' ? ' at a burst' : ''
  const unit = kind === 'message' || kind === 'byte' ? kind : 'call'
  return `${calls} ${unit}${calls === 1 ? '' : 's'} per ${renderInterval(intervalSeconds)}${burst}${hard ? '' : ', counted only'}`
}
