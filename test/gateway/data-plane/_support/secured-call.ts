/** A call as security checks see it, without a server. */
import { Caller } from '../../../../src/gateway/data-plane/call/caller.ts'
import type { SecuredCall } from '../../../../src/gateway/data-plane/security/security-type.ts'

/** Returns a call with these headers, whose names are in lower case, and this query with its question mark. */
export function securedCall(headers: Record<string, string> = {}, search = ''): SecuredCall {
  const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return {
    id: 'call',
    remoteAddress: '127.0.0.1',
    head: { authorization: headers.authorization },
    request: { headers, headersDistinct: distinct },
    target: { path: '/customers', search, receivedSearch: search },
    route: { parameters: [] },
    caller: new Caller(),
    message: { headers: Object.entries(headers).flat() },
    addedHeaders: { list: [] },
    outcome: {},
  } as unknown as SecuredCall
}
