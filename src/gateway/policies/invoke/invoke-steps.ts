/**
 * The steps around the request of an `invoke`: those that need its whole body, and the one that puts the response into
 * the variable of `output`, so that the message stays as it was.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { SourceLocation } from '../../../config/types/index.ts'
import { decodeHeaderText } from '../../../lib/headers/header-text.ts'
import type { Call } from '../../call/call.ts'
import type { CallMessage } from '../../call/call-message.ts'
import type { CallStep } from '../../call/call-step.ts'
import { findHeader, setHeader } from '../../message/headers.ts'
import { isJsonType, parseMediaType } from '../../message/media-type.ts'
import { readWholeBody } from '../../message/message-body.ts'
import { buildBodyStep } from '../../policy/read-body.ts'

interface InvokeStepSettings {
  output: string
  compression: boolean
  'chunked-uploads': boolean
  'cache-putpost-response': boolean
  'backend-type': string
  'payload-limit'?: number | undefined
}

const compress = promisify(gzip)

/** Returns `invoke` itself when the settings need no other step. */
export function buildInvokeSteps(invoke: CallStep, settings: InvokeStepSettings, location: SourceLocation): CallStep {
  const { output, compression } = settings
  const hasOutput = output !== 'message'
  const needsBody = hasOutput || compression || !settings['chunked-uploads'] || settings['cache-putpost-response']
  if (!needsBody) return invoke
  const readBody = buildBodyStep(location, readWholeBody, settings['payload-limit'])
  const requestSteps = compression ? [compressBody, invoke] : [invoke]
  const readResponse = buildBodyStep(location)

  return (call) => {
    const steps = hasOutput ? [saveMessage, ...requestSteps, readResponse, keepOutput] : requestSteps
    let saved: Partial<CallMessage> = {}
    call.progress.enter([readBody, ...steps])
    return undefined

    function saveMessage({ message }: Call): undefined {
      const { headers, status, isResponse, payload, decoded, headersSetByPolicies, responseLength, trailers } = message
      saved = { headers: headers.slice(), status, isResponse, payload, decoded, headersSetByPolicies }
      Object.assign(saved, { responseLength, trailers })
    }

    function keepOutput(call: Call): undefined {
      const { message } = call
      message.variables ??= new Map()
      message.variables.set(output, describeResponse(message, settings['backend-type']))
      Object.assign(message, saved)
    }
  }
}

async function compressBody({ message }: Call): Promise<undefined> {
  const { payload, headers } = message
  if (!payload || payload.length === 0 || findHeader(headers, 'content-encoding') !== undefined) return
  message.payload = await compress(payload)
  setHeader(headers, 'Content-Encoding', 'gzip')
}

/** Returns a response as the value of a variable: `$(NAME.status.code)`, `$(NAME.headers.etag)`, `$(NAME.body.id)`. */
function describeResponse({ status, headers, decoded }: CallMessage, type: string): object {
  const named: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = decodeHeaderText(headers[index + 1] ?? '')
    named[name] = Object.hasOwn(named, name) ? `${named[name]}, ${value}` : value
  }
  const text = decoded?.body.toString() ?? ''
  const isJson = type === 'json' || (type === 'detect' && isJsonType(parseMediaType(named['content-type']) ?? ''))
  return { status: { code: status, reason: '' }, headers: named, body: isJson ? parseIfPossible(text) : text }
}

function parseIfPossible(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
