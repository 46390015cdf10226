/** Finds the API, the resource and the operation of a request: `/{org}/{catalog}{basePath}{path}`. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import type { ApiResource, PublishedApi } from '../call/endpoint.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { normaliseTemplateText } from '../request/path.ts'
import { ambiguousPathError } from '../request/target.ts'
import { splitPath } from './path-tree.ts'

interface Node {
  next: Map<string, Node>
  api: PublishedApi | undefined
}

export interface RoutingTable {
  root: Node
  /** A cache of the resources whose paths have no parameters. The documents bound its size. */
  resourcesByPath: Map<string, ApiResource>
}

/** The parts of a call that the stage reads and fills. */
type RoutedCall = Pick<Call, 'method' | 'target' | 'route'>

const unknownApi = new GatewayError('api_unknown')

/** Returns the table that maps paths to APIs. The longest base path that a path starts with wins. */
export function buildRoutingTable(apis: readonly PublishedApi[]): RoutingTable {
  const root: Node = { next: new Map(), api: undefined }
  for (const api of apis) {
    let node = root
    for (const segment of splitPath(api.prefix).map(normaliseTemplateText)) {
      node = getOrCreate(node.next, segment, () => ({ next: new Map(), api: undefined }))
    }
    node.api ??= api
  }
  return { root, resourcesByPath: new Map() }
}

/** Finds API, resource and parameters of the path. Returns an error for an unknown API or path. */
export function matchRoute(routes: RoutingTable, call: RoutedCall): CallStepResult {
  const known = routes.resourcesByPath.get(call.target.path)
  if (known) {
    enterResource(call, known)
    return undefined
  }
  const segments = splitPath(call.target.path)
  const { api, length } = findApi(routes.root, segments)
  if (!api) return unknownApi
  call.route.api = api
  if (call.target.hasEncodedSlash && !api.allowsEncodedSlash) return ambiguousPathError

  const found = api.resources().find(withinApi(segments, length))
  if (!found) return api.unknownPathError
  call.route.parameters = found.parameters
  enterResource(call, found.value)
  if (found.parameters.length === 0) routes.resourcesByPath.set(copyPath(call.target.path), found.value)
  return undefined
}

function enterResource(call: RoutedCall, resource: ApiResource): void {
  call.route.api = resource.api
  call.route.resource = resource
  call.route.endpoint = resource.methods.get(call.method)
}

/** Returns the API with the longest matching base path, and the number of segments of that path. */
function findApi(root: Node, segments: readonly string[]): { api: PublishedApi | undefined; length: number } {
  let node: Node | undefined = root
  let api: PublishedApi | undefined
  let length = 0
  for (let index = 0; node; index += 1) {
    if (node.api) {
      api = node.api
      length = index
    }
    node = node.next.get(segments[index] as string) // after the last segment there is no node
  }
  return { api, length }
}

/** Copies a path. A substring of the request target would keep the whole target with its query in memory. */
function copyPath(path: string): string {
  return Buffer.from(path, 'latin1').toString('latin1')
}

/** Returns the segments after the base path. A trailing slash makes no difference for the root of an API. */
function withinApi(segments: readonly string[], length: number): readonly string[] {
  const rest = segments.slice(length)
  return rest.length === 1 && rest[0] === '' ? [] : rest
}
