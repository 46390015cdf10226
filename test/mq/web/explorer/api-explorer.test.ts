import test from 'ava'
import { parse } from 'yaml'
import { assertValidDocument } from '../../../_support/openapi.ts'
import { openServer, settings } from '../_support/server.ts'

const user = 'mqadmin:mqadmin'
const withFeature = settings().replace('<featureManager>', '<featureManager><feature>apiDiscovery-1.0</feature>')

test('the explorer exists while the feature apiDiscovery-1.0 is on', async (t) => {
  const server = await openServer(t)
  for (const path of ['/ibm/api/docs', '/ibm/api/explorer']) {
    t.is((await server.call('GET', path, { user })).status, 404)
  }
  await server.configure(withFeature)
  t.is((await server.call('GET', '/ibm/api/docs', { user })).status, 200)
  t.is((await server.call('GET', '/ibm/api/explorer')).status, 200)
  await server.configure(settings())
  t.is((await server.call('GET', '/ibm/api/docs', { user })).status, 404)
})

test('/ibm/api/docs is a valid document of all versions, in JSON or YAML, for users only', async (t) => {
  const server = await openServer(t, { xml: withFeature })
  t.is((await server.call('GET', '/ibm/api/docs')).status, 401)
  t.is((await server.call('POST', '/ibm/api/docs', { user })).headers.allow, 'GET, HEAD')

  const { json, headers } = await server.call('GET', '/ibm/api/docs/', { user })
  t.is(headers['content-type'], 'application/json; charset=utf-8')
  await assertValidDocument(t, json)
  t.truthy(json.paths['/ibmmq/rest/v1/admin/qmgr/{qmgr}/queue'].post)
  t.truthy(json.paths['/ibmmq/rest/v3/messaging/qmgr/{qmgr}/queue/{queue}/message'].delete)
  t.is(json.paths['/ibmmq/rest/v3/admin/qmgr/{qmgr}/queue'], undefined)

  const accept = 'application/json;q=0.5, application/yaml'
  const yaml = await server.call('GET', '/ibm/api/docs', { user, headers: { accept } })
  t.is(yaml.headers['content-type'], 'application/yaml; charset=utf-8')
  t.deepEqual(parse(yaml.text), json)
})

test('the page loads nothing from elsewhere and has no inline script or style', async (t) => {
  const server = await openServer(t, { xml: withFeature })
  const { text, headers } = await server.call('GET', '/ibm/api/explorer')
  t.regex(String(headers['content-security-policy']), /default-src 'none'; script-src 'self'; style-src 'self'/)
  t.notRegex(text, /https?:|<style|\sstyle=|\son\w+=/)
  const loaded = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path as string)
  t.is(loaded.length, 2)
  for (const path of loaded) {
    const file = await server.call('GET', path)
    t.is(file.status, 200)
    t.notRegex(file.text, /https?:\/\/|innerHTML|eval\(/)
  }
})
