/** Determines the origin under which the client reaches the gateway. */
import type { IncomingMessage } from 'node:http'
import { findClientHost, isClientEncrypted } from '../../../../shared/http/request/client-address.ts'

/** Returns the origin with the host that the client asked for, so that copied URLs work for this client. */
export function buildRequestOrigin(request: IncomingMessage, baseUrl: string): string {
  return `${isSecureRequest(request, baseUrl) ? 'https' : 'http'}://${findClientHost(request)}`
}

/** Returns whether the client uses HTTPS: here, or to a proxy before a gateway whose base URL is HTTPS. */
export function isSecureRequest(request: IncomingMessage, baseUrl: string): boolean {
  return (
    isClientEncrypted(request) || (baseUrl.startsWith('https:') && !loopbackHost.test(findClientHost(request) ?? ''))
  )
}

const loopbackHost = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i
