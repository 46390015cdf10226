/** The terms of access of an API, a plan and an application: IP addresses, and calls at the same time. */
import type { AccessTerms, Api, Config } from '../../config/types/index.ts'
import { buildNetworkCheck } from '../../http/request/trusted-proxies.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { LimitCounters } from './limit-counters.ts'

/** The part of the documents that has the terms. */
type Owner = Pick<Api, 'terms' | 'location'>

const denied = new GatewayError('address_denied')
const tooMany = new GatewayError('concurrent_limit', { headers: ['Retry-After', '1'] })

/** Returns a security check that rejects callers by the addresses of the API first. */
export function limitAddresses(api: Owner, authorise: CallStep): CallStep {
  if (!api.terms?.addresses) return authorise
  return (call) => checkAddress(call, api, 'the API') ?? authorise(call)
}

/** Returns whether anything in a configuration has terms, or can get them while it is in use. */
export function hasAccessTerms({ catalogs }: Config): boolean {
  return catalogs.some(
    ({ apis, products, applications, storesApplications }) =>
      storesApplications ||
      apis.some(({ terms }) => terms) ||
      applications.some(({ terms }) => terms) ||
      products.some(({ plans }) => [...plans.values()].some(({ terms }) => terms)),
  )
}

/** Returns the step that checks the addresses of plan and application, and counts calls until they end. */
export function buildAccessTermsStep({ concurrent: counts }: Pick<LimitCounters, 'concurrent'>): CallStep {
  function enter(call: Call, owner: Owner | undefined, whose: string, key: () => string): CallStepResult {
    const limit = owner?.terms?.concurrentCalls
    if (limit === undefined) return undefined
    const name = key()
    const count = counts.get(name) ?? { key: name, active: 0 }
    if (owner && count.active >= limit) {
      call.outcome.location = renderPlace(owner)
      call.outcome.detail = `${count.active} of ${limit} concurrent calls of ${whose} in this worker`
      return tooMany
    }
    counts.set(name, count)
    count.active += 1
    const { leave } = call.limits
    call.limits.leave = () => {
      count.active -= 1
      if (count.active === 0) counts.delete(count.key)
      leave?.()
    }
    return undefined
  }

  return function withinTerms(call) {
    const { client, entitlement } = call.caller
    const { api, catalog } = call.route.requireApi()
    const plan = entitlement?.plan
    const application = client?.application
    if (!api.terms && !plan?.terms && !application?.terms) return undefined
    const ofApplication = `${catalog.path} ${application?.name}`
    return (
      checkAddress(call, plan, 'the plan') ??
      checkAddress(call, application, 'the application') ??
      enter(call, application, 'the application', () => ofApplication) ??
      enter(call, plan, 'the plan', () => `${ofApplication} ${entitlement?.product.name} ${plan?.name}`) ??
      enter(call, api, 'the API', () => `${catalog.path} api ${api.reference}`)
    )
  }
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
  let isAllowed = checks.get(addresses)
  if (!isAllowed) {
    isAllowed = buildCheck(addresses)
    checks.set(addresses, isAllowed)
  }
  if (isAllowed(call.remoteAddress ?? '')) return undefined
  call.outcome.location = renderPlace(owner)
  call.outcome.detail = `${call.remoteAddress} is not allowed by the addresses of ${whose}`
  return denied
}

function buildCheck({ allow, deny }: Networks): (address: string) => boolean {
  const isListed = buildNetworkCheck(allow)
  const isDenied = buildNetworkCheck(deny)
  return (address) => (allow.length === 0 || isListed(address)) && !isDenied(address)
}

function renderPlace({ location }: Owner): string {
  return `${location.file}:${location.line}`
}
