/** The policy `gatewayscript`: runs a script that reads and changes the message. */
import { compileFunction } from 'node:vm'

import { Type } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-step.ts'
import { DocumentError, locateWithin, type ValueLocation } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { definePolicy, type PolicyContext } from '../policy/policy.ts'
import { applyScriptResult } from '../scripts/apply-script-result.ts'
import { buildScriptInput, findScriptNeeds, mentionsRequestBody } from '../scripts/script-input.ts'
import type { ScriptLogLine, ScriptResult } from '../scripts/script-messages.ts'
import { buildScriptRequests } from '../scripts/send-script-request.ts'
import { buildBodyErrors, findBodyError } from './read-body.ts'

const settings = Type.Object({
  source: Type.String({ minLength: 1, description: 'The script, in JavaScript', 'x-format': 'script' }),
  'time-limit': Type.Integer({
    minimum: 1,
    maximum: 60_000,
    default: 1_000,
    description:
      'Milliseconds for which a script may run, without the time for which it waits for responses. A member of Sluice',
  }),
  'memory-limit': Type.Integer({
    minimum: 2,
    maximum: 512,
    default: 32,
    description: 'MiB that a script may use. A member of Sluice',
  }),
  'payload-limit': Type.Integer({
    minimum: 1,
    maximum: 64 * 1024 * 1024,
    default: 4 * 1024 * 1024,
    description: 'The maximum size of the body in bytes. A member of Sluice',
  }),
  'allowed-hosts': Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    description: 'The hosts that urlopen may open, each as host or host:port. A member of Sluice',
  }),
})

export const gatewayscriptPolicy = definePolicy({
  policy: 'gatewayscript',
  settings,

  hasBackgroundWork: () => true, // the threads compile scripts before the first call
  keepsRequestBody: ({ source }) => mentionsRequestBody(source),
  assignedVariables: ({ source }) => findAssignedNames(source),

  build(settings, context) {
    const { source } = settings
    const { deps, location, scripts } = context
    requireValidScript(source, locateWithin(location, 'source'))
    const properties = JSON.stringify(Object.fromEntries(context.scope.constants))
    const memoryLimitBytes = settings['memory-limit'] * 1024 * 1024
    const script = scripts.define(
      { source, properties, memoryLimitBytes },
      settings['time-limit'],
      /urlopen/.test(source),
    )
    const needs = findScriptNeeds(source, deps.log.isLevelEnabled?.('debug') ?? false)
    const send = buildScriptRequests(settings['allowed-hosts'], context)
    const errors = buildBodyErrors(location)
    const failed = new GatewayError('script_failed', { location })
    const limit = settings['payload-limit']

    return async function gatewayscript(call) {
      let input: Awaited<ReturnType<typeof buildScriptInput>>
      try {
        input = await buildScriptInput(call, needs, limit)
      } catch (error) {
        return findBodyError(call, error, errors)
      }
      const outcome = await scripts.run(script, input, send)
      if (outcome.kind === 'overdue') return fail(call, `the script ran for longer than ${script.limitMs} ms`)
      writeLogs(call, context, outcome.logs)
      if (outcome.kind === 'failed') return fail(call, outcome.error)
      return applyScriptResult(call, JSON.parse(outcome.result) as ScriptResult, outcome.body, location)
    }

    function fail(call: Call, detail: string): CallStepResult {
      call.outcome.detail = detail
      return failed
    }
  },
})

/** Throws a `DocumentError` with the line of the script when it cannot be compiled. */
function requireValidScript(source: string, location: ValueLocation): void {
  try {
    compileFunction(source, ['require', 'module', 'exports'], { filename: 'gatewayscript' })
  } catch (error) {
    const { message, stack = '' } = error as Error
    const line = /gatewayscript:(\d+)/.exec(stack)?.[1]
    throw new DocumentError(location, `the script cannot be compiled${line ? `, line ${line} of it` : ''}: ${message}`)
  }
}

/** Returns the names of the variables that a script sets, as far as it spells them out. */
function findAssignedNames(source: string): string[] {
  const calls = source.matchAll(
    /\.(?:set|setVariable|setvariable|addvariable|setContext|createMessage)\(\s*(['"`])([^'"`$]+)\1/g,
  )
  return [...calls].flatMap(([, , name = '']) => (/^(?:message|request)(?:\.|$)/.test(name) ? [] : [name]))
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
