/**
 * The life of a call: its stages, in the order in which they run.
 *
 * Each lets the call pass or says no (`refusals.ts` has every no); what it found out stands on the call. Whatever
 * does not change from call to call was prepared when the documents were loaded (`build.ts`).
 */

import type { Call } from './call/call.ts'
import type { Endpoint } from './call/endpoint.ts'
import { guard } from './call/recovery.ts'
import { enter, type Outcome, type Step } from './call/run.ts'
import type { Meters } from './limits/counters.ts'
import { buildPlanLimits } from './limits/plan-limits.ts'
import { countForwards } from './max-forwards.ts'
import { readHead } from './request/head.ts'
import { readTarget } from './request/target.ts'
import { shareWithOrigin } from './response/cors.ts'
import { respond } from './response/respond.ts'
import { type Routes, route } from './routing/route.ts'

export function buildPipeline(routes: Routes, meters: Meters): readonly Step[] {
  const withinLimits = buildPlanLimits(meters)
  return [
    readHead, // the fields of the request, each once
    readTarget, // the path, in the one form that is matched, authorised and forwarded
    (call) => route(routes, call), // the API, the resource and the operation
    shareWithOrigin, // a preflight is answered here, without credentials
    methodIsKnown,
    authorise, // who calls, whether subscribed, and whether allowed
    withinLimits, // of the plan that the application is subscribed to
    countForwards, // of TRACE and OPTIONS: with none left, the gateway responds itself
    execute, // the policies of the API; `invoke` is where an upstream is called
    respond, // what the policies left is the answer
  ]
}

function methodIsKnown(call: Call): Outcome {
  return call.route.endpoint ? undefined : call.route.resource?.unknownMethod
}

function authorise(call: Call): ReturnType<Step> {
  return (call.route.endpoint as Endpoint).authorise(call)
}

function execute(call: Call): Outcome {
  const { execute, recovery } = call.route.endpoint as Endpoint
  if (recovery) guard(call, recovery)
  enter(call, execute)
  return undefined
}
