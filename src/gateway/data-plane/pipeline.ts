/**
 * The pipeline: the stages of a call, in the order in which they run.
 *
 * A stage lets the call continue or returns an error (`errors/gateway-errors.ts` has the table of reasons), and
 * stores its results in a record of the call. Everything that does not depend on the call was built when the
 * documents were loaded (`build.ts`).
 */
import type { Config } from '../config/types/index.ts'
import { findObservation, observeCall } from './activity/observe-call.ts'
import { nameStage } from './activity/trace-steps.ts'
import type { Call } from './call/call.ts'
import type { CallStep, CallStepResult } from './call/call-progress.ts'
import { activateCatch } from './execution/recovery.ts'
import { checkApiAddresses, checkCallerAddresses, hasAccessTerms, limitConcurrentCalls } from './limits/access-terms.ts'
import type { LimitCounters } from './limits/limit-counters.ts'
import { buildMessageLimitStep } from './limits/message-limits.ts'
import { buildPlanLimitStep, hasMessageLimits } from './limits/plan-limits.ts'
import { readRequestHead } from './request/head.ts'
import { handleMaxForwards, readRequestTarget } from './request/target.ts'
import { compressResponse } from './response/compress-response.ts'
import { handleCors } from './response/cors.ts'
import { respond } from './response/respond.ts'
import { matchRoute, type RoutingTable } from './routing/match-route.ts'

/** Returns the stages that the APIs of a configuration need. With `decidesOnly`, calls end before their policies run. */
export function buildPipeline(
  config: Config,
  routes: RoutingTable,
  counters: LimitCounters,
  decidesOnly = false,
): readonly CallStep[] {
  const apis = config.catalogs.flatMap((catalog) => catalog.apis)
  const countsMessages = config.catalogs.some(({ products }) => products.some(hasMessageLimits))
  const concurrent = nameStage(limitConcurrentCalls(counters), 'concurrent calls')
  const withinLimits = nameStage(buildPlanLimitStep(counters), 'limits')
  return [
    nameStage(readRequestHead, 'request'), // reads the headers
    readRequestTarget, // normalises the path
    nameStage((call) => matchRoute(routes, call), 'routing'), // finds the API, the resource and the operation
    ...(apis.some(findObservation) ? [observeCall] : []), // collects headers and bodies for the call log
    handleCors, // responds to a preflight, which carries no credentials
    methodIsKnown,
    ...(apis.some(({ terms }) => terms?.addresses) ? [nameStage(checkApiAddresses, 'addresses of the API')] : []),
    nameStage(authorise, 'authorisation'), // checks credentials, application, subscription and scopes
    ...(hasAccessTerms(config, 'addresses') ? [nameStage(checkCallerAddresses, 'addresses of the caller')] : []),
    ...(hasAccessTerms(config, 'concurrentCalls') ? [concurrent] : []), // counts calls at the same time
    withinLimits, // counts the call against the limits of the plan
    ...(countsMessages ? [nameStage(buildMessageLimitStep(counters), 'message limits')] : []), // of queues and topics
    ...(decidesOnly ? [endDecided] : []),
    handleMaxForwards, // responds to TRACE and OPTIONS with Max-Forwards: 0
    runPolicies, // runs the policies of the API; `invoke` calls the upstream
    ...(apis.some(({ compression }) => compression) ? [compressResponse] : []), // where the caller accepts it and the upstream has not
    nameStage(respond, 'response'), // sends the message that the policies leave
  ]
}

function methodIsKnown(call: Call): CallStepResult {
  return call.route.endpoint ? undefined : call.route.resource?.unknownMethodError
}

/** Ends a call without a response of an upstream. */
function endDecided(call: Call): CallStepResult {
  call.progress.isOver = true
  call.response.writeHead(204, [])
  call.response.end()
  return undefined
}

function authorise(call: Call): ReturnType<CallStep> {
  return call.route.requireEndpoint().authorise(call)
}

function runPolicies(call: Call): CallStepResult {
  const { policies, errorHandling } = call.route.requireEndpoint()
  if (errorHandling) activateCatch(call, errorHandling)
  call.progress.enter(policies)
  return undefined
}
