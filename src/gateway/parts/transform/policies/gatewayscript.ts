/** The policy `gatewayscript`: runs a script that reads and changes the message. */
import { compileFunction } from 'node:vm'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { DocumentError, locateWithin, type ValueLocation } from '../../../data-plane/errors/document-error.ts'
import { definePolicy, type PolicyContext } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { variableNames } from '../../../data-plane/templates/variables.ts'
import { findMissingNames } from '../scripts/missing-names.ts'
import { computedName, mentionsRequestBody } from '../scripts/script-input.ts'
import { findParsedMessages, findUnparsedUse } from '../scripts/unparsed-body.ts'
import { buildScriptStep } from './script-step.ts'

const settings = Type.Object({
  source: Type.String({ description: 'The script, in JavaScript', 'x-format': 'script' }),
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
  'payload-limit': payloadLimitSchema,
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
    requireValidScript(settings.source, locateWithin(context.location, 'source'))
    warnOfUnparsedBody(settings.source, context)
    warnOfMissingModules(settings.source, context)
    warnOfMissingNames(settings.source, context)
    return buildScriptStep({ source: settings.source, ...readLimits(settings) }, context)
  },
})

/** The policy of version 5, in whose scripts the variables of the call are names: `request.verb`, `message.body`. */
export const javascriptPolicy = definePolicy({
  ...gatewayscriptPolicy,
  policy: 'javascript',
  keepsRequestBody: ({ source }) => mentionsRequestBody(findReads(source)),
  assignedVariables: ({ source }) => [
    ...findAssignedNames(source),
    ...Array.from(
      source.matchAll(/(?<![.\w])set\([ \t]*['"]([^'"]+)['"]|(?:^|[;{}])[ \t]*(\w+)\s*=(?![=>])/gm),
      ([, set, name = '']) => set ?? name,
    ),
  ],

  build(settings, context) {
    const { source } = settings
    requireValidScript(source, locateWithin(context.location, 'source'))
    warnOfMissingNames(source, context)
    const wrapped = `require('javascript')(function (names) { with (names) { (function () { ${source}\n}).call(names) } })`
    return buildScriptStep({ source: wrapped, reads: findReads(source), ...readLimits(settings) }, context)
  },
})

/** Returns the text that names what a script reads. A name that the script puts together may be any variable. */
function findReads(source: string): string {
  const computed = computedName.test(source) ? variableNames.join(' ') : ''
  return `request ${source} ${computed}`
}

function readLimits(given: Static<typeof settings>) {
  return {
    limitMs: given['time-limit'],
    memoryLimitMiB: given['memory-limit'],
    payloadLimit: given['payload-limit'],
    allowedHosts: given['allowed-hosts'],
  }
}

function warnOfUnparsedBody(source: string, { api, location, warn }: PolicyContext): void {
  const parsed = findParsedMessages(api.assembly.execute, location)
  const use = parsed && findUnparsedUse(source, parsed)
  if (!use) return
  const taken = `line ${use.line} of the script takes ${use.message}.body for an object`
  const message = `${taken}, and nothing before has parsed it: it is a text; put a parse before, or use JSON.parse`
  warn({ ...locateWithin(location, 'source'), severity: 'warning', message, effect: 'less' })
}

/** The modules that `require` finds. */
const modules: ReadonlySet<string> = new Set(
  'apim assert buffer console crypto header-metadata multistep querystring service-metadata transform url urlopen util xml'.split(
    ' ',
  ),
)

function warnOfMissingModules(source: string, { location, warn }: PolicyContext): void {
  for (const [call, , name = ''] of source.matchAll(/\brequire\(\s*(['"])([^'"]*)\1\s*\)/g)) {
    if (modules.has(name) || /apim\.custom(?:\.js)?$/.test(name)) continue
    const message = `${call} fails at a call: the modules here are ${[...modules].join(', ')}`
    warn({ ...locateWithin(location, 'source'), severity: 'warning', message, effect: 'cannot' })
  }
}

function warnOfMissingNames(source: string, { location, warn, scope }: PolicyContext): void {
  for (const { line, message, effect } of findMissingNames(source, scope))
    warn({
      ...locateWithin(location, 'source'),
      severity: 'warning',
      message: `line ${line} of the script ${message}`,
      effect,
    })
}

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
