/**
 * The pipeline: the stages of a call, in the order in which they run.
 *
 * A stage lets the call continue or returns an error (`errors/gateway-errors.ts` has the table of reasons), and
 * stores its results in a record of the call. Everything that does not depend on the call was built when the
 * documents were loaded (`build.ts`). An operation has a plan: the stages that its calls need, in this order.
 */
import type { Config } from '../config/types/index.ts'
import { observeCall } from './activity/observe-call.ts'
import { nameStage } from './activity/trace-steps.ts'
import type { Call } from './call/call.ts'
import type { CallStep, CallStepResult } from './call/call-progress.ts'
import type { ApiResource, OperationEndpoint } from './call/endpoint.ts'
import { activateCatch } from './execution/recovery.ts'
import { checkApiAddresses, checkCallerAddresses, hasAccessTerms, limitConcurrentCalls } from './limits/access-terms.ts'
import type { LimitCounters } from './limits/limit-counters.ts'
import { buildMessageLimitStep } from './limits/message-limits.ts'
import { buildPlanLimitStep, hasMessageLimits } from './limits/plan-limits.ts'
import { readRequestHead } from './request/head.ts'
import { handleMaxForwards, maxForwardsMethods, readRequestTarget } from './request/target.ts'
import { compressResponse } from './response/compress-response.ts'
import { handleCors } from './response/cors.ts'
import { respond } from './response/respond.ts'
import { matchRoute, type RoutingTable } from './routing/match-route.ts'

/** Returns the first stages, which find the operation and enter its plan. With `decidesOnly`, calls end before their policies run. */
export function buildPipeline(
  config: Config,
  routes: RoutingTable,
  counters: LimitCounters,
  decidesOnly = false,
): readonly CallStep[] {
  const hasAddresses = hasAccessTerms(config, 'addresses')
  const hasConcurrency = hasAccessTerms(config, 'concurrentCalls')
  const countsMessages = config.catalogs.some(({ products }) => products.some(hasMessageLimits))
  const concurrent = nameStage(limitConcurrentCalls(counters), 'concurrent calls')
  const withinLimits = nameStage(buildPlanLimitStep(counters), 'limits')
  const messageLimits = nameStage(buildMessageLimitStep(counters), 'message limits')
  nameStage(checkApiAddresses, 'addresses of the API')
  nameStage(checkCallerAddresses, 'addresses of the caller')
  nameStage(respond, 'response')

  /** Returns the plan of an operation; without one, that of calls whose method the resource does not have. */
  function buildPlan({ api: published, unknownMethodError }: ApiResource, endpoint?: OperationEndpoint): CallStep[] {
    const { api, observation } = published
    const arrival = [
      ...(observation ? [observeCall] : []), // collects headers and bodies for the call log
      ...(api.cors ? [handleCors] : []), // responds to a preflight, which carries no credentials
    ]
    if (!endpoint) return [...arrival, () => unknownMethodError]
    return [
      ...arrival,
      ...(api.terms?.addresses ? [checkApiAddresses] : []),
      nameStage(endpoint.authorise, 'authorisation'), // checks credentials, application, subscription and scopes
      ...(hasAddresses ? [checkCallerAddresses] : []),
      ...(hasConcurrency ? [concurrent] : []), // counts calls at the same time
      withinLimits, // counts the call against the limits of the plan
      ...(countsMessages ? [messageLimits] : []), // of queues and topics
      ...(decidesOnly ? [endDecided] : []),
      ...(maxForwardsMethods.has(endpoint.operation.method) ? [handleMaxForwards] : []), // responds to Max-Forwards: 0
      ...listPolicies(endpoint), // the policies of the API; `invoke` calls the upstream
      ...(api.compression ? [compressResponse] : []), // where the caller accepts it and the upstream has not
      respond, // sends the message that the policies leave
    ]
  }

  function enterPlan({ route, progress }: Call): undefined {
    const { resource, endpoint } = route
    if (endpoint && resource) endpoint.plan ??= buildPlan(resource, endpoint)
    if (resource) progress.enter(endpoint?.plan ?? buildPlan(resource))
  }

  return [
    nameStage(readRequestHead, 'request'), // reads the headers
    readRequestTarget, // normalises the path
    nameStage((call) => matchRoute(routes, call), 'routing'), // finds the API, the resource and the operation
    enterPlan,
  ]
}

/** Ends a call without a response of an upstream. */
function endDecided(call: Call): CallStepResult {
  call.progress.isOver = true
  call.response.writeHead(204, [])
  call.response.end()
  return undefined
}

function listPolicies({ policies, errorHandling }: OperationEndpoint): readonly CallStep[] {
  if (!errorHandling) return policies
  return [
    function runPolicies(call) {
      activateCatch(call, errorHandling)
      call.progress.enter(policies)
      return undefined
    },
  ]
}
