/**
 * The place by which a caller has reached a catalog on a host name of its own. The request target is then that of the
 * standard place, so that everything behind it has one path; what is printed for the caller names the public place.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface PublicPlace {
  /** The standard path, `/acme/sandbox`, with which the target of the request begins. */
  standardPath: string
  /** The path that the caller writes in its place: empty, `/pay`, or the standard path itself. */
  path: string
  /** The origin of the host, `https://api.acme.example`. */
  origin: string
}

const placeOf = Symbol('public place of the request')

type PlacedRequest = IncomingMessage & { [placeOf]?: PublicPlace }

/** Records the place by which the caller has reached the catalog. */
export function setPublicPlace(request: PlacedRequest, place: PublicPlace): void {
  request[placeOf] = place
}

/** Returns undefined for a request to the standard place of a catalog. */
export function findPublicPlace(request: PlacedRequest): PublicPlace | undefined {
  return request[placeOf]
}

/** Returns the path that the caller writes for a standard path. */
export function renderPublicPath(request: IncomingMessage, standardPath: string): string {
  const place = findPublicPlace(request)
  return place ? place.path + standardPath.slice(place.standardPath.length) : standardPath
}

/** Returns the URL that the caller writes for a standard path. `baseUrl` is the origin of the standard places. */
export function renderPublicUrl(request: IncomingMessage, standardPath: string, baseUrl: string): string {
  return `${findPublicPlace(request)?.origin ?? baseUrl}${renderPublicPath(request, standardPath)}`
}

/** Returns the URL of a server, or of a path below it, that the caller of the request writes. */
export type RenderUrl = (request: IncomingMessage, below?: string) => string

/** Returns whether a request target is `path` or below it. */
export function isBelow(path: string, target: string): boolean {
  if (!target.startsWith(path)) return false
  return target.length === path.length || target[path.length] === '/' || target[path.length] === '?'
}

const movedHeaders = ['location', 'set-cookie']

/** Makes redirects and paths of cookies in a response name the public place, as browsers know no other. */
export function moveResponse(response: ServerResponse, place: PublicPlace): void {
  if (place.path === place.standardPath) return
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
  response.writeHead = (...given: unknown[]) => {
    for (const name of movedHeaders) {
      const value = response.getHeader(name)
      if (value !== undefined) response.setHeader(name, move(value as string | string[], place))
    }
    const headers = given.at(-1)
    if (typeof headers !== 'object' || Array.isArray(headers)) return writeHead(...given)
    const moved = Object.entries(headers as Record<string, string>).map(([name, value]) => [
      name,
      movedHeaders.includes(name.toLowerCase()) ? move(value, place) : value,
    ])
    return writeHead(...given.slice(0, -1), Object.fromEntries(moved))
  }
}

/** Replaces the standard path at the beginning of a relative URL, and in the attribute Path of a cookie. */
function move(value: string | string[], place: PublicPlace): string | string[] {
  if (Array.isArray(value)) return value.map((each) => move(each, place) as string)
  const { standardPath, path } = place
  const begin = value.startsWith('/') ? 0 : value.toLowerCase().indexOf('; path=') + '; path='.length
  const end = begin + standardPath.length
  if (!value.startsWith(standardPath, begin) || !/^(?:[/?#;]|$)/.test(value.slice(end, end + 1))) return value
  const rest = value.slice(end)
  return `${value.slice(0, begin)}${path}${path === '' && !rest.startsWith('/') ? '/' : ''}${rest}`
}
