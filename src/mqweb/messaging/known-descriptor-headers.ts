/**
 * Rejects unknown message descriptor headers. Such a header is most likely misspelt, and the server would
 * otherwise ignore its value.
 */
import { didYouMean } from '../../lib/output/suggest.ts'
import type { RestContext } from '../context/rest-context.ts'
import { type RestDialect, restDialects } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'

interface KnownHeaders {
  /** The common prefix of the descriptor headers in lower case: `ibm-mq-md-`. */
  readonly prefix: string
  /** The header names in lower case, as `IncomingMessage.headers` has them. */
  readonly fields: ReadonlySet<string>
  /** The header names as error texts write them. */
  readonly names: readonly string[]
}

const known = new Map(restDialects.map((dialect) => [dialect, knownHeaders(dialect)]))

/** Throws MQWB0312E (400) for the first unknown descriptor header. */
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
