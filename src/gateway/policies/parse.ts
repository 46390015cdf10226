/**
 * parse: reads the whole body of the message and lets only a well-formed one pass.
 */
import { Type } from '../../lib/json-schema/type.ts'

import type { Call } from '../call/call.ts'
import { Refusal } from '../call/refusals.ts'
import { BodyUndecodable, readContent } from '../message/decoded-body.ts'
import { findHeader } from '../message/headers.ts'
import { isJsonType, isXmlType, mediaType } from '../message/media-type.ts'
import { BodyTooLarge } from '../message/message-body.ts'
import { describeFailure, unansweredBecause } from '../upstream/failures.ts'
import { policy } from './types.ts'

const settings = Type.Object({
  'use-content-type': Type.Boolean({
    default: false,
    description: 'Only what calls itself JSON or XML is parsed',
  }),
  'parse-settings-reference': Type.Optional(
    Type.Object({
      default: Type.Optional(Type.Literal('apic-default-parsesettings')),
      'max-document-size': Type.Optional(
        Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024, description: 'Bytes' }),
      ),
    }),
  ),
})

const defaultLimit = 4 * 1024 * 1024

export const parse = policy({
  policy: 'parse',
  settings,

  build(settings, { place }) {
    const limit = settings['parse-settings-reference']?.['max-document-size'] ?? defaultLimit
    const byType = settings['use-content-type']
    const malformed = new Refusal('payload_malformed', { place })
    const tooLarge = new Refusal('payload_too_large', { place })

    return async function parse(call) {
      const type = formatOf(call)
      if (byType && type === undefined) return undefined
      try {
        const text = (await readContent(call, limit)).toString('utf8')
        if (text === '') return undefined
        return (await isWellFormed(text, type ?? guess(text))) ? undefined : malformed
      } catch (error) {
        call.outcome.detail = describeFailure(error as Error)
        if (error instanceof BodyUndecodable) return malformed
        return error instanceof BodyTooLarge ? tooLarge : unansweredBecause(error as Error)
      }
    }
  },
})

type Format = 'json' | 'xml'

function formatOf({ message }: Call): Format | undefined {
  const type = mediaType(findHeader(message.headers, 'content-type')) ?? ''
  if (isJsonType(type)) return 'json'
  return isXmlType(type) ? 'xml' : undefined
}

function guess(text: string): Format {
  return text.trimStart().startsWith('<') ? 'xml' : 'json'
}

/** A document type declaration is refused: entities are how XML reaches files and fills memory. */
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
