/**
 * Finds the API, the resource and the operation that a call is for: `/{org}/{catalog}{basePath}{path}`.
 */
import type { Call } from '../call/call.ts'
import type { PublishedApi, Resource } from '../call/endpoint.ts'
import { Refusal } from '../call/refusals.ts'
import type { Outcome } from '../call/run.ts'
import { ambiguous } from '../request/target.ts'
import { split } from './segments.ts'

interface Node {
  next: Map<string, Node>
  api: PublishedApi | undefined
}

export interface Routes {
  root: Node
  /** What was found at paths without parameters, of which the documents have so many and no more. */
  known: Map<string, Resource>
}

/** What the stage reads and fills. */
type RoutedCall = Pick<Call, 'method' | 'target' | 'route'>

const unknownApi = new Refusal('api_unknown')

/** The map from paths to APIs. A path belongs to the API with the longest base path that it begins with. */
export function buildRoutes(apis: readonly PublishedApi[]): Routes {
  const root: Node = { next: new Map(), api: undefined }
  for (const api of apis) {
    let node = root
    for (const segment of split(api.prefix)) {
      let next = node.next.get(segment)
      if (!next) {
        next = { next: new Map(), api: undefined }
        node.next.set(segment, next)
      }
      node = next
    }
    node.api ??= api
  }
  return { root, known: new Map() }
}

export function route(routes: Routes, call: RoutedCall): Outcome {
  const known = routes.known.get(call.target.path)
  if (known) {
    enterResource(call, known)
    return undefined
  }
  const segments = split(call.target.path)
  const { api, length } = findApi(routes.root, segments)
  if (!api) return unknownApi
  call.route.api = api
  if (call.target.encodedSlash && !api.allowsEncodedSlash) return ambiguous

  const found = api.resources().find(withinApi(segments, length))
  if (!found) return api.unknownPath
  call.route.parameters = found.parameters
  enterResource(call, found.value)
  if (found.parameters.length === 0) routes.known.set(ownText(call.target.path), found.value)
  return undefined
}

function enterResource(call: RoutedCall, resource: Resource): void {
  call.route.api = resource.api
  call.route.resource = resource
  call.route.endpoint = resource.methods.get(call.method)
}

/** The API with the longest base path, and of how many segments that is. */
function findApi(root: Node, segments: readonly string[]): { api: PublishedApi | undefined; length: number } {
  let node: Node | undefined = root
  let api: PublishedApi | undefined
  let length = 0
  for (let index = 0; index <= segments.length && node; index += 1) {
    if (node.api) {
      api = node.api
      length = index
    }
    node = node.next.get(segments[index] as string)
  }
  return { api, length }
}

/** The path may be a part of a target with a long query, which would stay in memory with it. */
function ownText(path: string): string {
  return Buffer.from(path, 'latin1').toString('latin1')
}

/** What follows the base path; with or without its slash, the root of an API is the same resource. */
function withinApi(segments: readonly string[], length: number): readonly string[] {
  const rest = segments.slice(length)
  return rest.length === 1 && rest[0] === '' ? [] : rest
}
