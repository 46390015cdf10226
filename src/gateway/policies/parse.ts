/** The policy `parse`: reads the whole body of the message, and rejects the call when the body is not well-formed. */
import { Type } from '../../lib/json-schema/type.ts'

import type { Call } from '../call/call.ts'
import { readDecodedBody } from '../message/decoded-body.ts'
import { findHeader } from '../message/headers.ts'
import { isJsonType, isXmlType, parseMediaType } from '../message/media-type.ts'
import { definePolicy } from '../policy/policy.ts'
import { buildBodyErrors, defaultBodyLimit, findBodyError } from '../policy/read-body.ts'

const settings = Type.Object({
  'use-content-type': Type.Boolean({
    default: false,
    description: 'Only bodies whose Content-Type is JSON or XML are parsed',
  }),
  'parse-settings-reference': Type.Optional(
    Type.Object({
      default: Type.Optional(Type.Literal('apic-default-parsesettings')),
      'max-document-size': Type.Optional(Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024, description: 'Bytes' })),
    }),
  ),
})

export const parsePolicy = definePolicy({
  policy: 'parse',
  settings,

  build(settings, { location }) {
    const limit = settings['parse-settings-reference']?.['max-document-size'] ?? defaultBodyLimit
    const byType = settings['use-content-type']
    const errors = buildBodyErrors(location)

    return async function parse(call) {
      const type = findFormat(call)
      if (byType && type === undefined) return undefined
      try {
        const text = (await readDecodedBody(call, limit)).toString('utf8')
        if (text === '') return undefined
        return (await isWellFormed(text, type ?? guessFormat(text))) ? undefined : errors.malformed
      } catch (error) {
        return findBodyError(call, error, errors)
      }
    }
  },
})

type Format = 'json' | 'xml'

function findFormat({ message }: Call): Format | undefined {
  const type = parseMediaType(findHeader(message.headers, 'content-type')) ?? ''
  if (isJsonType(type)) return 'json'
  return isXmlType(type) ? 'xml' : undefined
}

function guessFormat(text: string): Format {
  return text.trimStart().startsWith('<') ? 'xml' : 'json'
}

/** A document type declaration is rejected, because XML entities can read files and exhaust memory. */
async function isWellFormed(text: string, format: Format): Promise<boolean> {
  if (format === 'xml') {
    const { XMLValidator } = await import('fast-xml-parser')
    return !/<!DOCTYPE/i.test(text) && XMLValidator.validate(text) === true
  }
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
