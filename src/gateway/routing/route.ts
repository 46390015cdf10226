/**
 * Finds the API, the resource and the operation that a call is for: `/{org}/{catalog}{basePath}{path}`.
 */
import type { Call } from '../call.ts'
import type { PublishedApi } from '../endpoint.ts'
import { Refusal } from '../refusals.ts'
import { ambiguous } from '../request/target.ts'
import type { Outcome } from '../run.ts'
import { split } from './segments.ts'

interface Node {
  next: Map<string, Node>
  api: PublishedApi | undefined
}

export type Routes = Node

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
  return root
}

export function route(routes: Routes, call: Call): Outcome {
  const segments = split(call.path)
  let node: Node | undefined = routes
  let api: PublishedApi | undefined
  let length = 0
  for (let index = 0; index <= segments.length && node; index += 1) {
    if (node.api) {
      api = node.api
      length = index
    }
    node = node.next.get(segments[index] as string)
  }
  if (!api) return unknownApi
  call.api = api
  if (call.encodedSlash && !api.allowsEncodedSlash) return ambiguous

  const found = api.resources().find(withinApi(segments, length))
  if (!found) return api.unknownPath
  call.resource = found.value
  call.parameters = found.parameters
  call.endpoint = found.value.methods.get(call.method)
  return undefined
}

/** What follows the base path; with or without its slash, the root of an API is the same resource. */
function withinApi(segments: readonly string[], length: number): readonly string[] {
  const rest = segments.slice(length)
  return rest.length === 1 && rest[0] === '' ? [] : rest
}
