/**
 * A stand-in for z/OSMF and for Zowe's SAF resource check, after their public documentation: "Log in to the z/OSMF server" of the
 * IBM z/OS Management Facility Programming Guide, and "SAF resource checking" of Zowe.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { parseBasicCredentials } from '../../../../../../src/shared/lib/headers/basic-credentials.ts'
import { certificate } from '../../../../../_support/certificates.ts'

export interface ZosStandIn {
  readonly url: string
  readonly ca: string
  /** The requests, such as `GET /saf-auth/ALICE/EJBROLE/…/READ`. */
  readonly requests: string[]
  /** Replaces the response to every request until the test ends. */
  respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): void
}

/** Opens the stand-in with the passwords of users, and their profiles, both by user ID in capitals. */
export async function openZosStandIn(
  passwords: ReadonlyMap<string, string>,
  profiles: ReadonlyMap<string, readonly string[]>,
): Promise<ZosStandIn> {
  const { cert, key } = await certificate('z/OSMF')
  const server = createServer({ cert, key }, (request, response) => {
    standIn.requests.push(`${request.method} ${request.url}`)
    if (standIn.respond) return standIn.respond(request, response)
    const [, service, user = '', resourceClass, profile = '', level] = (request.url ?? '')
      .split('/')
      .map(decodeURIComponent)
    if (request.url === '/zosmf/services/authenticate') return authenticate(request, response)
    if (service !== 'saf-auth' || resourceClass !== 'EJBROLE' || level !== 'READ') return response.writeHead(404).end()
    json(response, 200, { authorized: profiles.get(user)?.includes(profile) ?? false, error: false, message: 'OK' })
  })

  function authenticate(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST' || request.headers['x-csrf-zosmf-header'] === undefined) {
      return json(response, 400, { returnCode: 4, reasonCode: 1, message: 'The header X-CSRF-ZOSMF-HEADER is missing' })
    }
    const credentials = parseBasicCredentials(request.headers.authorization)
    const password = passwords.get(credentials?.name.toUpperCase() ?? '')
    if (password === undefined || password !== credentials?.password) {
      return json(response, 401, { returnCode: 8, reasonCode: 1, message: 'Login failed' })
    }
    response.setHeader('set-cookie', ['jwtToken=e.y.z; Secure; HttpOnly', 'LtpaToken2=abc; Secure; HttpOnly'])
    return json(response, 200, { returnCode: 0, reasonCode: 0, message: 'Success.' })
  }

  server.keepAliveTimeout = 600_000 // clients close the connections
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: ZosStandIn = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: cert,
    requests: [],
    respond: undefined,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return standIn
}

function json(response: ServerResponse, status: number, body: object) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
