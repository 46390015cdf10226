/** Makes a policy of the operator one of the gateway: its errors have a place, and a rejection is an error of the gateway. */
import type { SourceLocation } from '../../config/types/index.ts'
import type { TSchema } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, GatewayBuildError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { definePolicy, type PolicyContext as GatewayContext, type Policy as GatewayPolicy } from '../policy/policy.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { compileTemplate } from '../templates/template.ts'
import type { Policy, PolicyCall, PolicyContext, PolicyRun, Rejection } from './contract.ts'
import { openPolicyCalls, RejectionInPolicy } from './policy-call.ts'

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

      return function runCustomPolicy(call) {
        try {
          const own = openCall(call)
          calls.set(own, call)
          const result = run(own)
          if (!(result instanceof Promise)) return reject(call, result, use)
          return result.then(
            (rejection) => reject(call, rejection, use),
            (error) => fail(call, error, use),
          )
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
    ...(message !== undefined && { text: message }),
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
