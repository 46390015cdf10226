/** Masks the fields of recorded bodies that policies have masked. */
import type { RecordedBody } from '../../contract/access/call-log.ts'
import { type Redaction, redactText } from '../xml/redact.ts'

/** A text that cannot be parsed, such as one that was cut off, is left out. */
export function redactBody(body: RecordedBody, redactions: readonly Redaction[] | undefined): RecordedBody {
  const { text, ...size } = body
  if (!redactions || text === undefined) return body
  try {
    return { ...size, text: redactText(text, redactions) }
  } catch {
    return size
  }
}
