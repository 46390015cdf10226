/** Requests to declared REST resources by their keys: `request('GET /qmgr/:qmgr', { qmgr }, {})`. */
import { type ApiClient, encodeSegment, type HttpMethod, type RequestOptions } from './client.ts'

/** The bodies of resources by method and path. */
type Resources = Readonly<Record<string, { response: unknown }>>

type PathParameterName<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParameterName<More>
    : Rest
  : never
export type PathParameters<R> = { readonly [Name in PathParameterName<R>]: string }
type RequestBody<Declared, R extends keyof Declared> = Declared[R] extends { input: infer Given }
  ? { body: Given }
  : { body?: never }

export type ResourceRequest<Declared, R extends keyof Declared> = RequestBody<Declared, R> &
  Omit<RequestOptions, 'body'>

/** Sends a request to a resource and returns the response body. Throws a `RequestError` for an error response. */
export type RequestResource<Declared extends Resources> = <R extends keyof Declared & string>(
  resource: R,
  params: PathParameters<R>,
  request: ResourceRequest<Declared, R>,
) => Promise<Declared[R]['response']>

export function createResourceClient<Declared extends Resources>({
  request,
}: Pick<ApiClient, 'request'>): RequestResource<Declared> {
  return (resource, params, options) => {
    const [method, path] = fillPath(resource, params)
    return request(method, path, options)
  }
}

/** Returns the method and the path of a resource, relative to the base of the resources. */
export function fillPath(
  resource: string,
  params: Readonly<Record<string, string>>,
): [method: HttpMethod, path: string] {
  const [method, path = ''] = resource.split(' ')
  return [
    method as HttpMethod,
    path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeSegment(params[name] ?? '')),
  ]
}
