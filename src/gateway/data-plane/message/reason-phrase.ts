/** The reason phrase of a response, which HTTP/1.1 alone has: RFC 9112 section 4. */
import { STATUS_CODES } from 'node:http'
import { encodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'

/** Returns whether the text may stand in a status line. */
export function isReasonPhrase(text: string): boolean {
  return text.length <= 512 && !/[\0-\x08\x0a-\x1f\x7f]/.test(text)
}

/** Returns the phrase that policies have set; for the status of a caught error, the phrase of that error. */
function findReasonPhrase({ message, progress: { caughtError } }: Call): string | undefined {
  if (message.reasonPhrase) return message.reasonPhrase
  return caughtError?.status === message.status ? caughtError.reasonPhrase : undefined
}

/** Returns the phrase of the message, as variables have it: that of the status unless a policy has set one. */
export function readReasonPhrase(call: Call): string {
  return findReasonPhrase(call) ?? ((call.message.isResponse && STATUS_CODES[call.message.status]) || '')
}

/** Sets the phrase of the response to the caller when policies have set one. */
export function applyReasonPhrase(call: Call, phrase = findReasonPhrase(call)): void {
  if (phrase !== undefined && call.request.httpVersionMajor === 1)
    call.response.statusMessage = encodeHeaderText(phrase)
}
