/**
 * Warns about operations of queues that the REST API of IBM MQ does not have, where an API names that product as its backend by
 * the property `mq-backend: ibm-mq`.
 */
import type { Operation } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

/** What the product lacks: the end of the path, and what to do. */
const missing: readonly (readonly [end: RegExp, advice: string])[] = [
  [/\/lease(?:\/|$)/, 'no leases: browse the message, then get it by its message id when the work is done'],
  [/\/batch$/, 'no batches: put each message by itself'],
  [/\/stream$/, 'no streams: get with the query parameter wait'],
  [/\/webhook(?:\/|$)/, 'no webhooks'],
  [/\/depth$/, 'no depth of a queue in its messaging API: read curdepth in its administrative API'],
]

export const queueBackendRule: CatalogRule = function queueBackend({ catalog }, problems) {
  for (const api of catalog.apis.filter(({ properties }) => properties.get('mq-backend') === 'ibm-mq')) {
    for (const operation of api.operations)
      for (const advice of findMissing(operation)) {
        const name = `${operation.method} ${operation.path}`
        problems.warning(operation.location, `${name} gets 404 from the backend: the REST API of IBM MQ has ${advice}`)
      }
    const put = api.operations.find(({ path, method }) => method === 'POST' && path.endsWith('/message'))
    if (put)
      problems.warning(
        put.location,
        `${put.method} ${put.path}: the REST API of IBM MQ ignores Idempotency-Key, so that a repeated put can put twice`,
      )
  }
}

function findMissing({ path, queueAccess, security }: Operation): string[] {
  const scopes = security.flatMap(({ all }) => all.flatMap((each) => each.scopes))
  if (!queueAccess && !scopes.some((scope) => scope.startsWith('mq.'))) return []
  return missing.flatMap(([end, advice]) => (end.test(path) ? [advice] : []))
}
