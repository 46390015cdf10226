/**
 * The policy `parse`: reads the whole body of the message, and rejects the call when the body is not well-formed. Long bodies are
 * parsed on the threads of scripts: deep nesting, many names or many attributes would keep the worker busy for up to a second.
 */
import { type Static, Type } from '../../lib/json-schema/type.ts'

import type { Call } from '../call/call.ts'
import { readDecodedBody } from '../message/decoded-body.ts'
import { findHeader, isJsonType, isXmlType, parseMediaType } from '../message/headers.ts'
import { definePolicy, type PolicyContext } from '../policy/policy.ts'
import { buildBodyErrors, defaultBodyLimit, findBodyError } from '../policy/read-body.ts'
import { type AsyncCallStep, buildScriptStep } from '../policy/script-step.ts'
import { listAssigned } from './xml-conversions.ts'

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
  'parse-settings-reference': Type.Optional(
    Type.Object({
      url: Type.Optional(Type.Literal('', { 'x-words': 'empty: settings are read from the document only' })),
      default: Type.Optional(Type.Literal('apic-default-parsesettings')),
      'max-document-size': Type.Optional(Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024, description: 'Bytes' })),
    }),
  ),
})

export const parsePolicy = definePolicy({
  policy: 'parse',
  settings,
  hasBackgroundWork: () => true,
  keepsRequestBody: ({ input }) => input === 'request',
  assignedVariables: ({ output }) => listAssigned(output),

  build(settings, context) {
    const { location, deps, api } = context
    if (settings.input !== 'message' || (settings.output ?? 'message') !== 'message')
      return buildCopyingStep(settings, context)
    const limit = settings['parse-settings-reference']?.['max-document-size'] ?? defaultBodyLimit
    const warnsOfEmpty = settings['warn-on-empty-input'] === true
    const byType = settings['use-content-type']
    const errors = buildBodyErrors(location)
    const parseInThread = { json: buildThreadStep('json', limit, context), xml: buildThreadStep('xml', limit, context) }

    return async function parse(call) {
      const type = findFormat(call)
      if (byType && type === undefined) return undefined
      try {
        const body = await readDecodedBody(call, limit)
        if (body.length === 0) {
          if (warnsOfEmpty) deps.log.warn({ requestId: call.id, api: api.reference }, 'the body to parse is empty')
          return undefined
        }
        if (isMultipart(call)) return undefined // its parts are parsed one by one
        const text = body.toString('utf8')
        const format = type ?? guessFormat(text)
        if (body.length > maxBytesHere) return parseInThread[format](call)
        return (await isWellFormed(text, format)) ? undefined : errors.malformed
      } catch (error) {
        return findBodyError(call, error, errors)
      }
    }
  },
})

/** The largest body that is parsed on the thread of the worker: whatever it has, that takes a few milliseconds. */
const maxBytesHere = 64 * 1024

type Format = 'json' | 'xml'

/** Returns the step that parses the body of another message, or copies the body to one. */
function buildCopyingStep(
  {
    input,
    output = input === 'request' ? 'message' : input,
    'use-content-type': byType,
    'parse-settings-reference': { 'max-document-size': payloadLimit = defaultBodyLimit } = {},
  }: Static<typeof settings>,
  context: PolicyContext,
): AsyncCallStep {
  const values = [`${input}.body`, input, output, byType].map((each) => JSON.stringify(each)).join(', ')
  const source = `require('convert').parse(${values})`
  return buildLongStep(source, payloadLimit, context)
}

function buildThreadStep(format: Format, payloadLimit: number, context: PolicyContext): AsyncCallStep {
  return buildLongStep(`require('convert').requireWellFormed('${format}') // message.body`, payloadLimit, context)
}

function buildLongStep(source: string, payloadLimit: number, context: PolicyContext): AsyncCallStep {
  return buildScriptStep({ source, limitMs: 30_000, payloadLimit, failure: 'payload_malformed' }, context)
}

function isMultipart({ message }: Call): boolean {
  return parseMediaType(findHeader(message.headers, 'content-type'))?.startsWith('multipart/') ?? false
}

function findFormat({ message }: Call): Format | undefined {
  const type = parseMediaType(findHeader(message.headers, 'content-type')) ?? ''
  if (isJsonType(type)) return 'json'
  return isXmlType(type) ? 'xml' : undefined
}

function guessFormat(text: string): Format {
  return text.trimStart().startsWith('<') ? 'xml' : 'json'
}

async function isWellFormed(text: string, format: Format): Promise<boolean> {
  const { requireWellFormedXml } = await import('../xml/xml-tree.ts')
  try {
    if (format === 'xml') requireWellFormedXml(text)
    else JSON.parse(text)
    return true
  } catch {
    return false
  }
}
