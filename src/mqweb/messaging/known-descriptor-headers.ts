/**
 * The headers of the message descriptor that a request may carry. One that the API does not know is refused: it is most
 * likely a misspelt one, whose value would otherwise get lost without a word.
 */
import { didYouMean } from '../../lib/output/suggest.ts'
import type { RestContext } from '../context/rest-context.ts'
import { type RestDialect, restDialects } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'

interface KnownHeaders {
  /** What the names of all headers of the descriptor begin with, in lower case: `ibm-mq-md-`. */
  readonly prefix: string
  /** In lower case, as node names the headers of a request. */
  readonly fields: ReadonlySet<string>
  /** As they are written. */
  readonly names: readonly string[]
}

const known = new Map(restDialects.map((dialect) => [dialect, knownHeaders(dialect)]))

/** Throws the 400 of the first header of the descriptor that the API does not know. */
export function requireKnownDescriptorHeaders({
  request: { headers },
  dialect,
}: Pick<RestContext, 'request' | 'dialect'>): void {
  const { prefix, fields, names } = known.get(dialect) as KnownHeaders
  for (const field in headers) {
    if (!field.startsWith(prefix) || fields.has(field)) continue
    throw new RestError('MQWB0312E', [field, didYouMean(field, names) || '.'])
  }
}

function knownHeaders({ headers }: RestDialect): KnownHeaders {
  const { messageId, correlationId, expiry, persistence, replyTo, priority } = headers
  const names = [messageId, correlationId, expiry, persistence, replyTo, priority]
  return {
    prefix: messageId.slice(0, messageId.lastIndexOf('-') + 1),
    fields: new Set(names.map((name) => name.toLowerCase())),
    names,
  }
}
