/**
 * The life of a call: its stages, in the order in which they run.
 *
 * Each lets the call pass or says no (`errors.ts` has every no); what it found out stands on the call. Whatever
 * does not change from call to call was prepared when the documents were loaded (`build.ts`).
 */

import type { Call } from './call/call.ts'
import type { Endpoint } from './call/endpoint.ts'
import type { Step, StepResult } from './call/step.ts'
import { enterSteps } from './execution/enter-steps.ts'
import { activateCatch } from './execution/recovery.ts'
import type { LimitCounters } from './limits/limit-counters.ts'
import { buildPlanLimitStep } from './limits/plan-limits.ts'
import { readHead } from './request/head.ts'
import { readTarget } from './request/target.ts'
import { handleCors } from './response/cors.ts'
import { handleMaxForwards } from './response/max-forwards.ts'
import { respond } from './response/respond.ts'
import { matchRoute, type RoutingTable } from './routing/match-route.ts'

export function buildPipeline(routes: RoutingTable, meters: LimitCounters): readonly Step[] {
  const withinLimits = buildPlanLimitStep(meters)
  return [
    readHead, // the fields of the request, each once
    readTarget, // the path, in the one form that is matched, authorised and forwarded
    (call) => matchRoute(routes, call), // the API, the resource and the operation
    handleCors, // a preflight is answered here, without credentials
    methodIsKnown,
    authorise, // who calls, whether subscribed, and whether allowed
    withinLimits, // of the plan that the application is subscribed to
    handleMaxForwards, // of TRACE and OPTIONS: with none left, the gateway responds itself
    execute, // the policies of the API; `invoke` is where an upstream is called
    respond, // what the policies left is the answer
  ]
}

function methodIsKnown(call: Call): StepResult {
  return call.route.endpoint ? undefined : call.route.resource?.unknownMethodError
}

function authorise(call: Call): ReturnType<Step> {
  return (call.route.endpoint as Endpoint).authorise(call)
}

function execute(call: Call): StepResult {
  const { execute, errorHandling } = call.route.endpoint as Endpoint
  if (errorHandling) activateCatch(call, errorHandling)
  enterSteps(call, execute)
  return undefined
}
