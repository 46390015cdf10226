import test from 'ava'
import type { OpenApiDocument } from '../../../../../src/shared/http/openapi/openapi-document.ts'
import { assertRoutes, assertValidDocument, findUndocumented, listOperations } from '../../../../_support/openapi.ts'
import { startPortal } from '../_support/portal.ts'
import { portalRoutes } from '../_support/portal-routes.ts'

test('the portal serves a valid OpenAPI document of every route, and every documented route exists', async (t) => {
  const portal = await startPortal(t)
  const anonymous = portal.browser()
  const { status, body: document } = await anonymous.get<OpenApiDocument>('/openapi.json')
  t.is(status, 200)
  await assertValidDocument(t, document)

  const routes = Object.keys(portalRoutes)
  assertRoutes(
    t,
    document,
    routes.map((each) => each.split(' ') as [string, string]),
  )

  const owner = await portal.signedUp('anna')
  for (const { method, path } of listOperations(document)) {
    const response = await owner.call(method, path.replaceAll(/\{\w+\}/g, 'none'))
    t.not((response.body as { code?: string })?.code, 'unknown_resource', `${method} ${path}`)
    t.not(response.status, 405, `${method} ${path}`)
  }
})

test('open resources need no session, and resources of owners name the role', async (t) => {
  const portal = await startPortal(t)
  const { body: document } = await portal.browser().get<OpenApiDocument>('/openapi.json')
  const operations = new Map(
    listOperations(document).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  )
  t.deepEqual(operations.get('GET /portal').security, [])
  t.deepEqual(operations.get('GET /products').security, [{}, { session: [] }])
  t.deepEqual(operations.get('GET /applications').security, [{ session: [] }])
  t.deepEqual(operations.get('GET /approvals')['x-roles'], ['owner of the catalog'])
})

test('a response with a member that is not documented is noticed', async (t) => {
  const portal = await startPortal(t)
  const { body: document } = await portal.browser().get<OpenApiDocument>('/openapi.json')
  const { body } = await portal.browser().get<object>('/portal')
  const response = { status: 200, contentType: 'application/json; charset=utf-8', body }
  t.is(findUndocumented(document, 'GET', '/portal', response), undefined)
  t.regex(
    findUndocumented(document, 'GET', '/portal', { ...response, body: { ...body, extra: 1 } }) ?? '',
    /must NOT have additional properties/,
  )
})
