/** The policy `invoke`: sends the message to an upstream, and replaces the message with the response. */
import { STATUS_CODES } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { OutgoingRequest } from '../../../../shared/http/client/index.ts'
import type { Call } from '../../call/call.ts'
import type { CallMessage } from '../../call/call-message.ts'
import { type CallStep, resumedLater } from '../../call/call-progress.ts'
import { buildAllParts, locateWithin } from '../../errors/document-error.ts'
import { GatewayError } from '../../errors/gateway-errors.ts'
import { findHeader, groupHeaders, removeHeader, setHeader } from '../../message/headers.ts'
import { readWholeBody, takeRequestBody } from '../../message/message-body.ts'
import { findTlsProfile } from '../../policy/find-tls-profile.ts'
import { definePolicy, type PolicyContext } from '../../policy/policy.ts'
import { buildBodyStep, findBodyLimit } from '../../policy/read-body.ts'
import { RequestBodyStream } from '../../upstream/request-body-stream.ts'
import { ResponseBodyStream } from '../../upstream/response-body-stream.ts'
import { compileStatusErrors } from '../../upstream/upstream-errors.ts'
import { type ExchangeTerms, UpstreamExchange } from '../../upstream/upstream-exchange.ts'
import { buildAuthentication } from './authentication.ts'
import { buildMirrorOf, buildTimeouts, buildUpstream, buildWebSocketLimits } from './build-upstream.ts'
import { buildFindTarget, compileTarget } from './computed-target.ts'
import { injectFaults } from './inject-faults.ts'
import { compileRedirects, type SendRequest } from './redirects.ts'
import { compileQueryParameters, compileRequestHeaders } from './request-headers.ts'
import { compileResponseCache } from './response-cache.ts'
import { type InvokeSettings, invokeSettingsSchema, rarelyWithBody } from './settings.ts'

const unusable = new GatewayError('value_unusable')
const tooLarge = new GatewayError('payload_too_large')
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']) // RFC 9110 section 9.2.1

export const invokePolicy = definePolicy({
  policy: 'invoke',
  settings: invokeSettingsSchema,

  hasBackgroundWork: (settings) => settings['health-check'] !== undefined,
  assignedVariables: ({ output }) => (output === 'message' || output === undefined ? [] : [output]),

  build(written, context) {
    const settings = limitToHttp10(written, context)
    const at = (member: string) => locateWithin(context.location, member)
    const [{ computed, target }, profile, addParameters, buildHeaders, authentication] = buildAllParts(
      () => compileTarget(settings['target-url'], context.scope, at('target-url')),
      () => findTlsProfile(settings['tls-profile'], context, at('tls-profile')),
      () => compileQueryParameters(settings['parameter-control'], at('parameter-control')),
      () => compileRequestHeaders(settings, context),
      () => buildAuthentication(settings, context),
    )
    const cache = compileResponseCache(settings, authentication, context)
    const findTarget =
      computed && buildFindTarget(computed, context, (origin) => buildUpstream(settings, { origin }, profile, context))
    const upstream = target && buildUpstream(settings, target, profile, context)
    const fixedMethod = settings.verb === 'keep' ? undefined : settings.verb
    const limit = settings['payload-limit'] ?? context.api.payloadLimit ?? Number.POSITIVE_INFINITY
    const finishPath = compileQuery(addParameters, settings['encode-plus-char'])
    const closeConnection = !settings['persistent-connection']
    const forwardsUpgrades = settings['websocket-upgrade'] && settings['http-version'] === 'HTTP/1.1'
    const mirror = buildMirrorOf(settings, profile, context)
    const send = compileSend({ ...buildExchangeTerms(settings), authentication, mirror })
    const connect = (origin: string) => context.connections.find(origin, profile, settings['http-version'])
    const followRedirects = settings['follow-redirects'] ? compileRedirects(context, connect, send) : undefined
    /** Whether nothing but the client reads or changes the headers of a request. */
    const sharesHeaders = !cache && !followRedirects && !mirror && !authentication && !settings['header-control']

    function invoke(call: Call): ReturnType<CallStep> {
      if (Number(call.head.contentLength ?? 0) > limit) return tooLarge
      const found = findTarget?.(call)
      if (found instanceof GatewayError) return found
      const path = found ? found.path : target?.buildPath(call)
      const destination = found ? found.upstream : upstream
      if (path === undefined || !destination) return unusable

      const method = fixedMethod ?? call.method
      const rendered = sharesHeaders && !call.message.isResponse ? call.message.received : undefined
      const headers = buildHeaders(call, rendered)
      if (!rendered) removeHeader(headers, 'content-length')
      const hasBody = settings['keep-payload'] || !rarelyWithBody.has(method)
      const body = hasBody ? bodyOf(call, headers, limit, !followRedirects) : undefined
      const request: OutgoingRequest = { path: finishPath(path, call), method, headers, rendered, closeConnection }
      if (body) request.body = body
      else call.message.exchange?.cancel()
      call.message.payload = undefined
      if (call.upgrade && forwardsUpgrades) request.upgrade = call.upgrade.protocol

      if (!cache && !followRedirects) return send(call, { upstream: destination, request })
      const sent = { origin: found?.origin ?? target?.origin ?? '', upstream: destination, request }
      const sendNow = () => {
        if (followRedirects) call.progress.enter([followRedirects(sent)])
        return send(call, sent)
      }
      return cache ? cache.serve(call, sent, sendNow) : sendNow()
    }

    return buildInvokeSteps(injectFaults(settings.faults, invoke), settings, context)
  },
})

/** Removes the length of the body that a response to HEAD describes and does not have. */
const dropLength: CallStep = ({ message }) => void removeHeader(message.headers, 'content-length')

function buildExchangeTerms(settings: InvokeSettings): Omit<ExchangeTerms, 'authentication' | 'mirror'> {
  return {
    timeouts: buildTimeouts(settings),
    webSocket: buildWebSocketLimits(settings),
    findStatusError: compileStatusErrors(settings['stop-on-error']),
  }
}

/** Returns the function that sends a request. The call continues with the response. */
function compileSend(terms: ExchangeTerms): SendRequest {
  const termsElsewhere: ExchangeTerms = { ...terms, authentication: undefined, mirror: undefined }
  return (call, { upstream, request, isElsewhere = false }) => {
    if (request.method === 'HEAD' && call.method !== 'HEAD') call.progress.enter([dropLength])
    const isRepeatable = request.body === undefined && safe.has(request.method)
    const options = { call, upstream, request, terms: isElsewhere ? termsElsewhere : terms, isRepeatable }
    new UpstreamExchange(options).start()
    return resumedLater
  }
}

/**
 * Returns the body for the upstream: a policy's, an earlier `invoke`'s, or the caller's, as it streams in. With `mayTake`,
 * a body that came with its head is whole: redirects must not depend on how the bytes of the caller were cut.
 */
function bodyOf(
  call: Call,
  headers: string[],
  limit: number,
  mayTake: boolean,
): Buffer | RequestBodyStream | ResponseBodyStream | undefined {
  if (call.message.payload) return call.message.payload.length > 0 ? call.message.payload : undefined
  if (call.message.exchange) return new ResponseBodyStream(call.message.exchange)
  if (!call.head.hasBody) return undefined
  const arrived = mayTake ? takeRequestBody(call) : undefined
  if (arrived) return arrived
  if (call.head.contentLength !== undefined) headers.push('Content-Length', call.head.contentLength)
  return new RequestBodyStream(call.request, limit)
}

/** The policy of older gateways that ends the request. */
export const proxyPolicy = { ...invokePolicy, policy: 'proxy' }

const noDecoding =
  'decode-request-params has no effect: values of requests are decoded, and escaped so that they do not change the URL'

/** HTTP/1.0 has neither chunked bodies nor connections that stay open. */
function limitToHttp10(settings: InvokeSettings, { warn, location }: PolicyContext): InvokeSettings {
  const at = locateWithin(location, 'decode-request-params')
  if (settings['decode-request-params']) warn({ ...at, severity: 'warning', message: noDecoding, effect: 'less' })
  if (!settings['use-http-10']) return settings
  return { ...settings, 'persistent-connection': false, 'chunked-uploads': false }
}

type FinishPath = (path: string, call: Call) => string

/** Returns the function that adds the parameters of the request. A + in a query is a blank for many upstreams. */
function compileQuery(addParameters: FinishPath | undefined, encodesPlus: boolean): FinishPath {
  const finish = addParameters ?? ((path) => path)
  if (!encodesPlus) return finish
  return (path, call) => finish(path, call).replace(/\?.*/s, (query) => query.replaceAll('+', '%2B'))
}

const compress = promisify(gzip)

/** Returns `invoke` itself when the settings need no other step. */
function buildInvokeSteps(invoke: CallStep, settings: InvokeSettings, context: PolicyContext): CallStep {
  const { output, compression } = settings
  const hasOutput = output !== 'message'
  const needsBody = hasOutput || compression || !settings['chunked-uploads'] || settings['cache-putpost-response']
  if (!needsBody) return invoke
  const { location, api } = context
  const limit = findBodyLimit(api)
  const readBody = buildBodyStep(location, settings['payload-limit'] ?? api.payloadLimit ?? limit, readWholeBody)
  const requestSteps = compression ? [compressBody, invoke] : [invoke]
  const readResponse = buildBodyStep(location, limit)

  return (call) => {
    const steps = hasOutput ? [saveMessage, ...requestSteps, readResponse, keepOutput] : requestSteps
    let saved: Partial<CallMessage> = {}
    call.progress.enter([readBody, ...steps])
    return undefined

    function saveMessage({ message }: Call): undefined {
      const headers = message.headers.slice()
      saved = { ...message, headers }
    }

    function keepOutput({ message }: Call): undefined {
      message.setVariable(output, describeResponse(message))
      Object.assign(message, saved, { variables: message.variables })
    }
  }
}

async function compressBody({ message }: Call): Promise<undefined> {
  const { payload, headers } = message
  if (!payload || payload.length === 0 || findHeader(headers, 'content-encoding') !== undefined) return
  message.payload = await compress(payload)
  setHeader(headers, 'Content-Encoding', 'gzip')
}

/** Returns a response as the value of a variable, with its body as a text: `$(NAME.status.code)`, `$(NAME.body.id)`. */
function describeResponse({ status, headers, decoded }: CallMessage): object {
  const reason = STATUS_CODES[status] ?? ''
  return { status: { code: status, reason }, headers: groupHeaders(headers), body: decoded?.body.toString() ?? '' }
}
