/** The terms of access of an API, a plan and an application: IP addresses, and calls at the same time. */
import { buildNetworkCheck } from '../../../shared/http/request/trusted-proxies.ts'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { ConcurrentLimit, ReachedLimit } from '../../../shared/security/index.ts'
import { type AccessTerms, type Api, type Config, renderLocation } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { passOrReject } from './count-against-limits.ts'
import type { LimitCounters } from './limit-counters.ts'

/** The part of the documents that has the terms. */
type Owner = Pick<Api, 'terms' | 'location'>

const denied = new GatewayError('address_denied')
const tooMany = new GatewayError('concurrent_limit', { headers: ['Retry-After', '1'] })

/** Rejects callers by the addresses of the API, before their credentials are checked. */
export function checkApiAddresses(call: Call): CallStepResult {
  return checkAddress(call, call.route.requireApi().api, 'the API')
}

/** Rejects callers by the addresses of their plan and application, which the credentials have named. */
export function checkCallerAddresses(call: Call): CallStepResult {
  const { client, entitlement } = call.caller
  return checkAddress(call, entitlement?.plan, 'the plan') ?? checkAddress(call, client?.application, 'the application')
}

/** Returns whether anything in a configuration has a kind of terms, or can get it while it is in use. */
export function hasAccessTerms({ catalogs }: Config, kind: keyof AccessTerms): boolean {
  return catalogs.some(({ apis, products, applications, storesApplications }) => {
    const plans = products.flatMap((product) => [...product.plans.values()])
    const has = ({ terms }: { terms?: AccessTerms }) => terms?.[kind] !== undefined
    return storesApplications || apis.some(has) || plans.some(has) || applications.some(has)
  })
}

/** A limit, and the part of the documents that has it. */
interface OwnLimit extends ConcurrentLimit {
  owner: Owner
  whose: string
}

/** Returns the step that counts the calls of an API, a plan and an application until they end. */
export function limitConcurrentCalls({ concurrent: calls }: Pick<LimitCounters, 'concurrent'>): CallStep {
  async function enter(call: Call, limits: readonly OwnLimit[]): Promise<CallStepResult> {
    let reached: ReachedLimit | undefined
    try {
      reached = await calls.enter(
        call.id,
        limits.map(({ key, limit }) => ({ key, limit })),
      )
    } catch (error) {
      calls.leave(call.id) // the process that counts may have counted it
      return passOrReject(call, error)
    }
    const exceeded = reached && limits[reached.index]
    if (exceeded) {
      call.outcome.location = renderLocation(exceeded.owner.location)
      call.outcome.detail = `${reached?.active} of ${exceeded.limit} concurrent calls of ${exceeded.whose} on this node`
      return tooMany
    }
    if (call.progress.isOver)
      calls.leave(call.id) // the caller left meanwhile
    else call.limits.leave = () => calls.leave(call.id)
    return undefined
  }

  return function withinConcurrentCalls(call) {
    const { client, entitlement } = call.caller
    const { api } = call.route.requireApi()
    if (!api.terms && !entitlement?.plan.terms && !client?.application.terms) return undefined
    const limits = listLimits(call)
    return limits.length > 0 ? enter(call, limits) : undefined
  }
}

function listLimits({ caller, route }: Call): OwnLimit[] {
  const { api, catalog } = route.requireApi()
  const { client, entitlement } = caller
  const ofApplication = `${catalog.path} ${client?.application.name}`
  const ofPlan = `${ofApplication} ${entitlement?.product.name} ${entitlement?.plan.name}`
  const owners: [owner: Owner | undefined, whose: string, key: string][] = [
    [client?.application, 'the application', ofApplication],
    [entitlement?.plan, 'the plan', ofPlan],
    [api, 'the API', `${catalog.path} api ${api.reference}`],
  ]
  return owners.flatMap(([owner, whose, key]) => {
    const limit = owner?.terms?.concurrentCalls
    return owner && limit !== undefined ? { owner, whose, key, limit } : []
  })
}

type Networks = NonNullable<AccessTerms['addresses']>
const checks = new WeakMap<Networks, (address: string) => boolean>()

function checkAddress(
  call: Pick<Call, 'remoteAddress' | 'outcome'>,
  owner: Owner | undefined,
  whose: string,
): CallStepResult {
  if (!owner?.terms?.addresses) return undefined
  const { addresses } = owner.terms
  const isAllowed = getOrCreate(checks, addresses, buildCheck)
  if (isAllowed(call.remoteAddress ?? '')) return undefined
  call.outcome.location = renderLocation(owner.location)
  call.outcome.detail = `${call.remoteAddress} is not allowed by the addresses of ${whose}`
  return denied
}

function buildCheck({ allow, deny }: Networks): (address: string) => boolean {
  const isListed = buildNetworkCheck(allow)
  const isDenied = buildNetworkCheck(deny)
  return (address) => (allow.length === 0 || isListed(address)) && !isDenied(address)
}
