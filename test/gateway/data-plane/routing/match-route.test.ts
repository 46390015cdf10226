import test from 'ava'
import type { ApiResource, PublishedApi } from '../../../../src/gateway/data-plane/call/endpoint.ts'
import { buildRoutingTable, matchRoute } from '../../../../src/gateway/data-plane/routing/match-route.ts'
import { PathTree } from '../../../../src/gateway/data-plane/routing/path-tree.ts'

const unknownPathError = { reason: 'path_unknown' }

/** An API with the resources `/` and `/items/{id}`. */
function published(prefix: string, extra: Partial<PublishedApi> = {}): PublishedApi {
  const resources = new PathTree<ApiResource>()
  const api = { prefix, resources: () => resources, unknownPathError, ...extra } as unknown as PublishedApi
  for (const template of ['/', '/items/{id}']) {
    const methods = new Map([['GET', { template }]])
    resources.add(template, { api, methods } as unknown as ApiResource)
  }
  return api
}

function callOf(path: string, hasEncodedSlash = false) {
  return { method: 'GET', target: { path, hasEncodedSlash }, route: {} } as unknown as Parameters<typeof matchRoute>[1]
}

const [outer, inner, other] = [published('/org/cat/a'), published('/org/cat/a/b/c'), published('/org/cat/x')]

for (const [path, api, parameters] of [
  ['/org/cat/a', outer, []],
  ['/org/cat/a/', outer, []],
  ['/org/cat/a/items/1', outer, ['1']],
  ['/org/cat/a/b/c', inner, []],
  ['/org/cat/a/b/c/items/1', inner, ['1']],
  ['/org/cat/x/items/1', other, ['1']],
] as const) {
  test(`the API with the longest base path serves ${path}, also when it is asked again`, (t) => {
    const routes = buildRoutingTable([outer, inner, other])
    for (const _ of ['first', 'again']) {
      const call = callOf(path)
      t.is(matchRoute(routes, call), undefined)
      t.is(call.route.api, api)
      t.is(call.route.resource?.api, api)
      t.truthy(call.route.endpoint)
      t.deepEqual(call.route.parameters ?? [], parameters as unknown as string[])
    }
  })
}

for (const [path, reason, api] of [
  ['/', 'api_unknown', undefined],
  ['/org', 'api_unknown', undefined],
  ['/org/cat', 'api_unknown', undefined],
  ['/org/cat/ab', 'api_unknown', undefined],
  ['/org/cat/a/b', 'path_unknown', outer],
  ['/org/cat/a/b/items/1', 'path_unknown', outer],
  ['/org/cat/a/nothing', 'path_unknown', outer],
] as const) {
  test(`no operation has the path ${path}: ${reason}${api ? ' of an API' : ''}`, (t) => {
    const routes = buildRoutingTable([outer, inner, other])
    const call = callOf(path)
    t.like(matchRoute(routes, call), { reason })
    t.is(call.route.api, api)
  })
}

test('an encoded slash is ambiguous unless the API allows it', (t) => {
  const routes = buildRoutingTable([outer, published('/org/cat/x', { allowsEncodedSlash: true })])
  t.like(matchRoute(routes, callOf('/org/cat/a/items/1%2F2', true)), { reason: 'path_ambiguous' })
  t.is(matchRoute(routes, callOf('/org/cat/x/items/1%2F2', true)), undefined)
})

test('a base path may have letters outside ASCII', (t) => {
  const api = published('/org/cat/größen')
  const call = callOf('/org/cat/gr%C3%B6%C3%9Fen/items/1')
  t.is(matchRoute(buildRoutingTable([api]), call), undefined)
  t.is(call.route.api, api)
})
