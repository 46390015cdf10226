/**
 * A target-url that the assembly computes: it begins with a variable that a policy sets.
 *
 * Values of requests cannot choose the host: it must be one that the assembly or the properties of the API write out.
 */
import type { Api } from '../../../config/types/index.ts'
import type { Call } from '../../call/call.ts'
import { GatewayError } from '../../errors/gateway-errors.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { renderComposedText } from '../../templates/render-template.ts'
import type { CompiledTemplate } from '../../templates/template.ts'
import type { Upstream } from '../../upstream/upstream.ts'

/** Returns whether a target-url begins with a variable that a policy of the assembly sets. */
export function beginsWithVariable(text: string, { scope }: Pick<PolicyContext, 'scope'>): boolean {
  const name = /^\$\(([^()]*)\)/.exec(text)?.[1]?.trim()
  return name !== undefined && scope.assigned.has(name)
}

const unusable = new GatewayError('value_unusable')

/**
 * Returns the function that finds the target of a call, with its path and query, or the error when the computed text is none. `open`
 * returns the upstream of an origin.
 */
export function buildFindTarget(
  template: CompiledTemplate,
  { api, location }: Pick<PolicyContext, 'api' | 'location'>,
  open: (origin: string) => Upstream,
) {
  const upstreams = new Map(Array.from(listOrigins(api), (origin) => [origin, open(origin)]))
  const rejection = new GatewayError('value_undefined', { location })

  return (call: Call) => {
    const text = renderComposedText(template, call)
    if (text === undefined) return unusable
    const url = URL.canParse(text) ? new URL(text) : undefined
    const upstream = url && upstreams.get(url.origin)
    if (upstream) return { origin: url.origin, upstream, path: url.pathname + url.search }
    const hosts = [...upstreams.keys()].join(', ') || 'none'
    call.outcome.detail =
      text === ''
        ? 'target-url is empty: no policy has set its variable'
        : `target-url is "${url?.origin ?? text}", which the API does not write out; it writes ${hosts}`
    return rejection
  }
}

const authority = /https?:\/\/[^\s/?#"'`\\<>]+/gi

/** Returns the origins that the assembly and the properties of an API write out completely. */
export function listOrigins({ assembly, properties }: Pick<Api, 'assembly' | 'properties'>): ReadonlySet<string> {
  const written = JSON.stringify([assembly, ...properties.values()])
  const found = [...written.matchAll(authority)].map(([text]) => text).filter((text) => !/[${}()]/.test(text))
  return new Set(found.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin))
}
