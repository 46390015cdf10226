/**
 * A target-url that the assembly computes: it begins with a variable that a policy sets, or its path is one.
 *
 * Values of requests cannot choose the host: it must be one that the assembly or the properties of the API write out.
 */
import type { Api } from '../../../config/types/index.ts'
import type { Call } from '../../call/call.ts'
import type { ValueLocation } from '../../errors/document-error.ts'
import { GatewayError } from '../../errors/gateway-errors.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { renderComposedText } from '../../templates/render-template.ts'
import { compileTargetUrl, type TargetUrl } from '../../templates/target-url.ts'
import { type CompiledTemplate, compileTemplate, type TemplateScope } from '../../templates/template.ts'
import type { Upstream } from '../../upstream/upstream.ts'

/** Returns the template of a target-url that begins with a variable that a policy sets, or whose path is one; else the fixed URL. */
export function compileTarget(
  text: string,
  scope: TemplateScope,
  location: ValueLocation,
): { computed?: CompiledTemplate; target?: TargetUrl } {
  const template = compileTemplate(text, scope, location)
  const [first = '', second = '', third = ''] = template
  const isAssigned = (part: CompiledTemplate[number]) => typeof part !== 'string' && scope.assigned.has(part.name)
  const endsAsPath = typeof third !== 'string' || /^(?:[?#]|$)/.test(third)
  const isOrigin = typeof first === 'string' && /^https?:\/\/[^/?#@{}]+$/i.test(first) && URL.canParse(first)
  const isComputed = isAssigned(first) || (isOrigin && isAssigned(second) && endsAsPath)
  return isComputed ? { computed: template } : { target: compileTargetUrl(text, scope, location) }
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
  const written = typeof template[0] === 'string' ? [new URL(template[0]).origin] : listOrigins(api)
  const upstreams = new Map(Array.from(written, (origin) => [origin, open(origin)]))
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
