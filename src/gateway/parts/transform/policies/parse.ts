/**
 * The policy `parse`: reads the whole body of the message, and rejects the call when the body is not well-formed. Long bodies are
 * parsed on the threads of scripts: deep nesting, many names or many attributes would keep the worker busy for up to a second.
 */
import { findFailure } from '../../../../shared/lib/collections/attempt.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import { markParsed, readDecodedBody } from '../../../data-plane/message/decoded-body.ts'
import { findHeader, isJsonType, isXmlType, parseMediaType } from '../../../data-plane/message/headers.ts'
import { definePolicy, type PolicyContext } from '../../../data-plane/policy/policy.ts'
import { buildMalformedError, findBodyError, findThreadLimits } from '../../../data-plane/policy/read-body.ts'
import { requireDocumentLimits } from '../xml/document-limits.ts'
import type { DocumentFormat } from '../xml/parse-limits.ts'
import { decodeText } from '../xml/xml-depth.ts'
import { type ParseRules, parseSettings, parseSettingsReference, readParseRules } from './parse-settings.ts'
import { type AsyncCallStep, buildScriptStep } from './script-step.ts'
import { readsInput } from './xml-conversions.ts'

const settings = Type.Object({
  input: Type.String({ default: 'message', description: 'The message whose body is parsed' }),
  output: Type.Optional(
    Type.String({ description: 'The message that gets the body: that of input, and message for request, by default' }),
  ),
  'use-content-type': Type.Boolean({
    default: false,
    description: 'Only bodies whose Content-Type is JSON or XML are parsed',
  }),
  'warn-on-empty-input': Type.Boolean({ default: false, description: 'Whether the log has a line for an empty body' }),
  'parse-settings-reference': Type.Optional(parseSettingsReference),
  ...parseSettings,
})

export const parsePolicy = definePolicy({
  policy: 'parse',
  settings,
  ...readsInput,

  build(settings, context) {
    const { location, deps, api } = context
    const rules = readParseRules(settings, context)
    if (settings.input !== 'message' || (settings.output ?? 'message') !== 'message')
      return buildCopyingStep(settings, rules, context)
    const warnsOfEmpty = settings['warn-on-empty-input'] === true
    const byType = settings['use-content-type']
    const malformed = buildMalformedError(location)
    const limits = findThreadLimits(api)
    const parseInThread = { json: buildThreadStep('json', rules, context), xml: buildThreadStep('xml', rules, context) }

    return async function parse(call) {
      const type = findFormat(call)
      if (byType && type === undefined) return undefined
      try {
        const body = await readDecodedBody(call, rules.maxBytes)
        if (body.length === 0) {
          if (warnsOfEmpty) deps.log.warn({ requestId: call.id, api: api.reference }, 'the body to parse is empty')
          return undefined
        }
        if (isMultipart(call)) return undefined // its parts are parsed one by one
        if (limits) requireDocumentLimits(body, limits)
        const text = decodeText(body, findHeader(call.message.readableHeaders, 'content-type'))
        const format = (byType ? type : rules.format) ?? type ?? guessFormat(text)
        const isOther = rules.format !== undefined && format !== rules.format
        if (body.length > maxBytesHere && !isOther) return parseInThread[format](call)
        const fault = isOther ? `the body is not ${rules.format}` : await findFault(text, format, rules)
        if (fault === undefined) return markParsed(call.message)
        call.outcome.detail = fault
        return malformed
      } catch (error) {
        return findBodyError(call, error, malformed)
      }
    }
  },
})

/** The largest body that is parsed on the thread of the worker: whatever it has, that takes a few milliseconds. */
const maxBytesHere = 64 * 1024

/** Returns the step that parses the body of another message, or copies the body to one. */
function buildCopyingStep(
  { input, output = input === 'request' ? 'message' : input, 'use-content-type': byType }: Static<typeof settings>,
  { maxBytes, format, limits }: ParseRules,
  context: PolicyContext,
): AsyncCallStep {
  const values = [`${input}.body`, input, output, { byType, format, limits: JSON.stringify(limits) }]
  const source = `require('convert').parse(${values.map((each) => JSON.stringify(each)).join(', ')})`
  return buildLongStep(source, maxBytes, context)
}

function buildThreadStep(
  format: DocumentFormat,
  { maxBytes, limits }: ParseRules,
  context: PolicyContext,
): AsyncCallStep {
  const source = `require('convert').requireParsed('${format}', '${JSON.stringify(limits)}') // message.body`
  return buildLongStep(source, maxBytes, context)
}

function buildLongStep(source: string, payloadLimit: number, context: PolicyContext): AsyncCallStep {
  return buildScriptStep({ source, limitMs: 30_000, payloadLimit, failure: 'payload_malformed' }, context)
}

function isMultipart({ message }: Call): boolean {
  return parseMediaType(findHeader(message.headers, 'content-type'))?.startsWith('multipart/') ?? false
}

function findFormat({ message }: Call): DocumentFormat | undefined {
  const type = parseMediaType(findHeader(message.headers, 'content-type')) ?? ''
  if (isJsonType(type)) return 'json'
  return isXmlType(type) ? 'xml' : undefined
}

function guessFormat(text: string): DocumentFormat {
  return text.trimStart().startsWith('<') ? 'xml' : 'json'
}

/** Returns why the text is not accepted; undefined when it is. */
async function findFault(text: string, format: DocumentFormat, { limits }: ParseRules): Promise<string | undefined> {
  const { requireParsed } = await import('../xml/parse-limits.ts')
  return findFailure(() => requireParsed(text, format, limits))
}
