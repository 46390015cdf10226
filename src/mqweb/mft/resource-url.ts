/** The URL of a resource that a POST has created. Clients of the product expect an absolute URL. */
import type { TLSSocket } from 'node:tls'
import type { RestContext } from '../context/rest-context.ts'

export function resourceUrl({ request, path }: RestContext, name: string): string {
  const below = `${path.replace(/\/$/, '')}/${encodeURIComponent(name)}`
  const { host } = request.headers
  if (host === undefined) return below
  return `${(request.socket as TLSSocket).encrypted ? 'https' : 'http'}://${host}${below}`
}
