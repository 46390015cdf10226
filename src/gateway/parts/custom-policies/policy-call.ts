/** Makes a policy of the operator one of the gateway: what it sees of a call, and the places of its errors. */
import { normalizeAddress } from '../../../shared/http/request/client-address.ts'
import { JsonLimitError, requireJsonLimits } from '../../../shared/lib/collections/json-object.ts'
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'
import type { SourceLocation } from '../../config/types/index.ts'
import type { Call } from '../../data-plane/call/call.ts'
import { DocumentError, GatewayBuildError } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { readDecodedBody, replaceWithDecoded } from '../../data-plane/message/decoded-body.ts'
import { findHeader } from '../../data-plane/message/headers.ts'
import { setMessageHeader } from '../../data-plane/policies/message-actions.ts'
import {
  definePolicy,
  type PolicyContext as GatewayContext,
  type Policy as GatewayPolicy,
} from '../../data-plane/policy/policy.ts'
import { buildMalformedError, findBodyError, findBodyLimit } from '../../data-plane/policy/read-body.ts'
import { renderTemplate } from '../../data-plane/templates/render-template.ts'
import { compileTemplate } from '../../data-plane/templates/template.ts'
import { findSetVariable, findVariableReader } from '../../data-plane/templates/variables.ts'
import type { Policy, PolicyCall, PolicyContext, PolicyMessage, PolicyRun, Rejection } from './contract.ts'

/** Carries an error of the gateway through the code of a policy. */
class RejectionInPolicy extends Error {
  override name = 'RejectionInPolicy'
  readonly rejection: GatewayError

  constructor(rejection: GatewayError, cause?: unknown) {
    super(`the call is rejected: ${rejection.reason}`, { cause })
    this.rejection = rejection
  }
}

const noAssigned: ReadonlySet<string> = new Set()

/** Returns a function that makes the call as a policy sees it. */
function openPolicyCalls(location: SourceLocation, constants: ReadonlyMap<string, string>): (call: Call) => PolicyCall {
  const malformed = buildMalformedError(location)
  const find = (call: Call, name: string) => {
    const own = findSetVariable(call, name) ?? constants.get(name)
    return own === undefined ? findVariableReader(name, noAssigned)?.(call) : own
  }

  return (call) => ({
    id: call.id,
    method: call.method,
    path: call.target.path.slice(call.route.api?.catalog.path.length ?? 0),
    query: new URLSearchParams(call.target.search),
    address: normalizeAddress(call.remoteAddress),
    client: call.caller.client && { id: call.caller.client.clientId, application: call.caller.client.application.name },
    token: call.caller.token && { subject: call.caller.token.subject, scopes: [...call.caller.token.scopes] },
    requestHeader: (name) => {
      const value = call.request.headers[name.toLowerCase()]
      return value === undefined ? undefined : decodeHeaderText([value].flat().join(', '))
    },
    get: (name) => find(call, name),
    set: (name, value) => call.message.setVariable(name, value),
    message: openMessage(call, malformed),
  })
}

function openMessage(call: Call, malformed: GatewayError): PolicyMessage {
  const { message } = call
  const bytes = () =>
    readDecodedBody(call, findBodyLimit(call.route)).catch((error) => {
      throw new RejectionInPolicy(findBodyError(call, error, malformed), error)
    })

  return {
    get isResponse() {
      return message.isResponse
    },
    get status() {
      return message.status
    },
    set status(status) {
      if (!Number.isInteger(status) || status < 200 || status > 599) throw new Error(`${status} is not a status`)
      message.status = status
    },
    header: (name) => {
      const value = findHeader(message.readableHeaders, name.toLowerCase())
      return value === undefined ? undefined : decodeHeaderText(value)
    },
    setHeader: (name, value) => setMessageHeader(call, name, value),
    bytes,
    text: async () => (await bytes()).toString(),
    async json() {
      const body = await bytes()
      try {
        requireJsonLimits(body, call.route.bodyLimits)
        return JSON.parse(body.toString())
      } catch (error) {
        if (error instanceof JsonLimitError) throw new RejectionInPolicy(findBodyError(call, error, malformed), error)
        call.outcome.detail = (error as Error).message
        throw new RejectionInPolicy(malformed, error)
      }
    },
    write(body) {
      const isPlain = typeof body === 'string' || body instanceof Uint8Array
      replaceWithDecoded(message, isPlain ? (body as string) : JSON.stringify(body))
      if (!isPlain) setMessageHeader(call, 'Content-Type', 'application/json')
    },
  }
}

/** A policy with the settings of one step. */
interface PolicyUse {
  policy: Policy
  file: string
  settings: Record<string, unknown>
  location: SourceLocation
  failed: GatewayError
}

/** @param file the file of the policy, relative to the configuration folder */
export function buildCustomPolicy(policy: Policy, file: string): GatewayPolicy {
  return definePolicy({
    policy: policy.policy,
    settings: policy.settings as unknown as TSchema,
    ...(policy.variables && { assignedVariables: (settings: never) => policy.variables?.(settings) ?? [] }),

    build(given, context) {
      const settings = given as unknown as Record<string, unknown>
      const { location, scope } = context
      const use: PolicyUse = {
        policy,
        file,
        settings,
        location,
        failed: new GatewayError('policy_failed', { location }),
      }
      const calls = new WeakMap<PolicyCall, Call>()
      const openCall = openPolicyCalls(location, scope.constants)
      const run = buildRun(use, describeSurroundings(context, calls))

      return async function runCustomPolicy(call) {
        try {
          const own = openCall(call)
          calls.set(own, call)
          return reject(call, await run(own), use)
        } catch (error) {
          return fail(call, error, use)
        }
      }
    },
  })
}

function buildRun({ policy, file, settings, location }: PolicyUse, surroundings: PolicyContext): PolicyRun {
  try {
    const built = policy.build(settings, surroundings)
    if (typeof built !== 'function') throw new Error('build returns no function')
    return built
  } catch (error) {
    if (error instanceof DocumentError || error instanceof GatewayBuildError) throw error // it has its place
    throw new DocumentError(location, `policy "${policy.policy}": ${describePolicyError(error, file)}`)
  }
}

function reject(call: Call, rejection: Rejection | undefined, use: PolicyUse): GatewayError | undefined {
  if (rejection === undefined || rejection === null) return undefined
  const { status, message, error = 'RuntimeError', headers = {} } = rejection
  if (!Number.isInteger(status) || status < 400 || status > 599)
    return fail(call, new Error(`the policy rejects the call with the status ${status}, which is not 400 to 599`), use)
  call.outcome.detail = explain(`rejects the call${message ? `: ${message}` : ''}`, use)
  return new GatewayError('thrown', {
    status,
    catchName: error,
    location: use.location,
    headers: Object.entries(headers).flat(),
    text: message,
  })
}

function fail(call: Call, error: unknown, use: PolicyUse): GatewayError {
  if (error instanceof RejectionInPolicy) return error.rejection
  call.outcome.detail = explain(`failed: ${describePolicyError(error, use.file)}`, use)
  call.deps.log.error({ err: error, requestId: call.id, policy: use.policy.policy }, 'a policy failed')
  return use.failed
}

function explain(text: string, { policy, settings }: PolicyUse): string {
  const demand = policy.explain?.(settings)
  return `policy "${policy.policy}" ${text}${demand === undefined ? '' : `; it demands ${demand}`}`
}

function describeSurroundings(
  { api, catalog, scope, location, deps }: GatewayContext,
  calls: WeakMap<PolicyCall, Call>,
): PolicyContext {
  const facts = { api: api.reference, script: true }
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (text: string, call?: PolicyCall): void =>
      deps.log[level](call ? { ...facts, requestId: call.id } : facts, text)
  return {
    api: { name: api.name, version: api.version, title: api.title, basePath: api.basePath },
    catalog: { name: catalog.name, org: catalog.org },
    properties: api.properties,
    template(text) {
      const template = compileTemplate(text, scope, location)
      return (own) => {
        const call = calls.get(own)
        if (!call) throw new Error('a template is filled in with the call that the policy runs for')
        return renderTemplate(template, call)
      }
    },
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  }
}

/** Returns the message of an error, with the line of the file at which it was thrown. */
export function describePolicyError(error: unknown, file: string): string {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>
  const at = stack.split('\n').find((line) => line.includes(`${file}:`))
  const place = at?.slice(at.indexOf(`${file}:`)).match(/:\d+:\d+/)?.[0]
  return `${message} (${file}${place ?? ''})`
}
