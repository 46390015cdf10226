/**
 * Finds the API, the resource and the operation that a call is for: `/{org}/{catalog}{basePath}{path}`.
 */

import type { Call } from '../call/call.ts'
import type { PublishedApi, Resource } from '../call/endpoint.ts'
import type { StepResult } from '../call/step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { ambiguousPathError } from '../request/target.ts'
import { splitPath } from './path-tree.ts'

interface Node {
  next: Map<string, Node>
  api: PublishedApi | undefined
}

export interface RoutingTable {
  root: Node
  /** What was found at paths without parameters, of which the documents have so many and no more. */
  resourcesByPath: Map<string, Resource>
}

/** What the stage reads and fills. */
type RoutedCall = Pick<Call, 'method' | 'target' | 'route'>

const unknownApi = new GatewayError('api_unknown')

/** The map from paths to APIs. A path belongs to the API with the longest base path that it begins with. */
export function buildRoutingTable(apis: readonly PublishedApi[]): RoutingTable {
  const root: Node = { next: new Map(), api: undefined }
  for (const api of apis) {
    let node = root
    for (const segment of splitPath(api.prefix)) {
      let next = node.next.get(segment)
      if (!next) {
        next = { next: new Map(), api: undefined }
        node.next.set(segment, next)
      }
      node = next
    }
    node.api ??= api
  }
  return { root, resourcesByPath: new Map() }
}

export function matchRoute(routes: RoutingTable, call: RoutedCall): StepResult {
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
  if (found.parameters.length === 0) routes.resourcesByPath.set(ownText(call.target.path), found.value)
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
