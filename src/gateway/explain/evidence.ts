/**
 * Collects the evidence of a rejected call: references to documents that are in memory anyway. An explanation is
 * rendered from it when it is requested.
 *
 * The evidence holds no token, no secret and no query.
 */
import type { RejectionEvidence } from '../../telemetry/calls/index.ts'
import type { Call } from '../call/call.ts'

/** Returns the evidence of a rejected call; undefined for a call that was served. */
export function collectRejectionEvidence(call: Call): RejectionEvidence | undefined {
  if (call.outcome.reason === undefined) return undefined
  const { api, endpoint, resource } = call.route
  const { client, entitlement, token } = call.caller
  return {
    path: copyStart(call.request.url?.split('?', 1)[0] ?? ''),
    catalog: api?.catalog,
    api: api?.api,
    operation: endpoint?.operation,
    methods: endpoint || !resource ? [] : [...resource.methods.keys()],
    credentials: describeCredentials(call),
    client,
    entitlement,
    token: token && {
      id: token.id,
      scopes: token.scopes,
      expiresAt: token.expiresAt,
      ...(token.binding && { binding: token.binding }),
      ...(token.resource !== undefined && { resource: token.resource }),
    },
  }
}

const maxPathLength = 256

/** Copies the first part of a long path. A plain substring would keep the whole text in memory. */
function copyStart(path: string): string {
  return path.length <= maxPathLength ? path : `${Buffer.from(path.slice(0, maxPathLength)).toString()}...`
}

function describeCredentials(call: Call): string[] {
  const { authorization } = call.head
  const { endpoint } = call.route
  const found = authorization === undefined ? [] : [describeScheme(authorization)]
  for (const { all } of endpoint?.operation.security ?? []) {
    for (const { definition } of all) {
      if (definition.type !== 'apiKey') continue
      const { in: location, name } = definition.settings as { in: string; name: string }
      const text = `a key in the ${location} ${name}`
      if (isSent(call, location, name) && !found.includes(text)) found.push(text)
    }
  }
  return found
}

function isSent({ request, target }: Call, location: string, name: string): boolean {
  return location === 'header'
    ? request.headers[name.toLowerCase()] !== undefined
    : new URLSearchParams(target.receivedSearch).has(name)
}

function describeScheme(authorization: string): string {
  const scheme = /^(bearer|basic|dpop)(?:\s|$)/i.exec(authorization)?.[1]?.toLowerCase()
  if (scheme === 'bearer') return 'a bearer token'
  if (scheme === 'dpop') return 'a token with a DPoP proof'
  return scheme === 'basic' ? 'a user name and password' : 'an Authorization header of another scheme'
}
