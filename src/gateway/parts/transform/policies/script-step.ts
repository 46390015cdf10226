/** The step of a policy that runs a script: `gatewayscript`, and policies that are compiled to scripts. */
import type { Call } from '../../../data-plane/call/call.ts'
import type { CallStepResult } from '../../../data-plane/call/call-progress.ts'
import { GatewayError } from '../../../data-plane/errors/gateway-errors.ts'
import type { PolicyContext } from '../../../data-plane/policy/policy.ts'
import {
  buildMalformedError,
  findBodyError,
  findBodyLimit,
  findThreadLimits,
  rejectTooLarge,
} from '../../../data-plane/policy/read-body.ts'
import { applyScriptResult, buildScriptRequests } from '../scripts/apply-script-result.ts'
import { buildScriptInput, findScriptNeeds, type KnownVariable } from '../scripts/script-input.ts'
import type { ScriptLogLine, ScriptResult } from '../scripts/script-messages.ts'
import { ScriptRunner } from '../scripts/script-runner.ts'
import type { XmlSchemaSource } from '../xml/schema-engine.ts'

export interface ScriptSettings {
  /** The program, which must have been checked. */
  source: string
  /** The style sheet that the program applies; it runs in code that only the end of its thread can stop. */
  styleSheet?: string
  /** The XML schema against which the program checks the body; the same holds for it. */
  xmlSchema?: XmlSchemaSource
  /** Expressions in JSONata, which the program finds compiled in `expressions`. */
  expressions?: readonly string[]
  /** Further values of a call, which the program finds among the known variables. */
  known?: readonly KnownVariable[]
  /** The text that names everything that the script reads; the source itself by default. */
  reads?: string
  /** 2,000 by default. */
  limitMs?: number
  /** 64 by default. */
  memoryLimitMiB?: number
  /** The maximum size of the body in bytes; that of the API by default. */
  payloadLimit?: number | undefined
  /** The hosts that `urlopen` may open; none by default. */
  allowedHosts?: readonly string[]
  /** The reason for which a call is rejected when the script throws; `script_failed` by default. */
  failure?: 'script_failed' | 'payload_malformed'
}

/** A step that always waits. */
export type AsyncCallStep = (call: Call) => Promise<CallStepResult>

/** Returns a step that runs a script and applies its changes. */
export function buildScriptStep(settings: ScriptSettings, context: PolicyContext): AsyncCallStep {
  const run = buildScript(settings, context)
  return async (call) => {
    const outcome = await run(call)
    return 'reason' in outcome ? outcome : applyScriptResult(call, outcome.result, outcome.body, context.location)
  }
}

/** Returns a function that runs a script for a call, and returns its changes or the error that it ended with. */
export function buildScript(
  settings: ScriptSettings,
  context: PolicyContext,
): (call: Call) => Promise<{ result: ScriptResult; body: Uint8Array | string | undefined } | GatewayError> {
  const {
    source,
    expressions,
    styleSheet,
    xmlSchema,
    payloadLimit = findBodyLimit(context.api),
    allowedHosts = [],
  } = settings
  const { known = [], reads = source, limitMs = 2_000, memoryLimitMiB = 64, failure = 'script_failed' } = settings
  const { api, deps, location, scripts, scope } = context
  if (!(scripts instanceof ScriptRunner)) throw new TypeError('scripts need the runner of this part')
  const script = scripts.define(
    {
      source,
      expressions,
      styleSheet,
      xmlSchema,
      properties: JSON.stringify(Object.fromEntries(scope.constants)),
      limits: findThreadLimits(api),
      memoryLimitBytes: memoryLimitMiB * 1024 * 1024,
    },
    limitMs,
    styleSheet !== undefined || xmlSchema !== undefined || /urlopen/.test(source),
    api,
  )
  const found = findScriptNeeds(reads, deps.log.isLevelEnabled?.('debug') ?? false)
  const needs = { ...found, variables: [...found.variables, ...known] }
  const send = buildScriptRequests(allowedHosts, context)
  const malformed = buildMalformedError(location)
  const overdue = new GatewayError('script_failed', { location })

  return async function runScript(call) {
    let input: Awaited<ReturnType<typeof buildScriptInput>>
    try {
      input = await buildScriptInput(call, needs, payloadLimit)
    } catch (error) {
      return findBodyError(call, error, malformed)
    }
    const outcome = await scripts.run(script, input, send)
    if (outcome.kind === 'overdue')
      return fail(call, overdue, `the script used more than ${limitMs} ms of processor time`)
    writeLogs(call, context, outcome.logs)
    if (outcome.kind === 'failed' && outcome.isAboveLimit) return rejectTooLarge(call, outcome.error, location)
    if (outcome.kind === 'failed')
      return fail(call, new GatewayError(failure, { location, thrown: outcome.thrown }), outcome.error)
    return { result: JSON.parse(outcome.result) as ScriptResult, body: outcome.body }
  }

  function fail(call: Call, error: GatewayError, detail: string): GatewayError {
    call.outcome.detail = detail
    return error
  }
}

function writeLogs(call: Call, { deps, api }: PolicyContext, lines: readonly ScriptLogLine[]): void {
  for (const { level, text } of lines) {
    const facts = { requestId: call.id, api: api.reference, script: true }
    if (level === 'error') deps.log.error(facts, text)
    else if (level === 'warn') deps.log.warn(facts, text)
    else if (level === 'debug') deps.log.debug(facts, text)
    else deps.log.info(facts, text)
  }
}
