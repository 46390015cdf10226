import test from 'ava'
import { changed, type Files, load, problemsOf, valid } from '../_support/folder.ts'

const app = valid['catalogs/sandbox/applications/app.yaml']
const second = (change: (text: string) => string): Files => ({
  'catalogs/sandbox/applications/second.yaml': change(
    app.replace('app-id', 'second-id').replace('name: app', 'name: second'),
  ),
})
const credentials = (to: string) => changed('catalogs/sandbox/applications/app.yaml', '  - client_id: app-id', to)

for (const [title, files, expected] of [
  [
    'two applications of one name',
    second((text) => text.replace('name: second', 'name: app')),
    'catalogs/sandbox/applications/second.yaml:1:7 the catalog has an application "app" already, at catalogs/sandbox/applications/app.yaml:1',
  ],
  [
    'two applications with one client id',
    second((text) => text.replace('second-id', 'app-id')),
    'catalogs/sandbox/applications/second.yaml:4:16 the catalog has the client id "app-id" already, at catalogs/sandbox/applications/app.yaml:4',
  ],
  [
    'two credentials of an application with one client id',
    credentials('  - client_id: app-id\n  - client_id: other\n  - client_id: app-id'),
    'catalogs/sandbox/applications/app.yaml:6:16 the catalog has the client id "app-id" already, at catalogs/sandbox/applications/app.yaml:4',
  ],
] as const)
  test(`${title}: an error`, async (t) => {
    t.deepEqual(await problemsOf(t, files), [expected])
  })

test('the error names a client id from the environment as the document writes it', async (t) => {
  const files = second((text) => text.replace('second-id', '$env{CLIENT}'))
  t.deepEqual(await problemsOf(t, files, { CLIENT: 'app-id' }), [
    'catalogs/sandbox/applications/second.yaml:4:16 the catalog has the client id "$env{CLIENT}" already, at catalogs/sandbox/applications/app.yaml:4',
  ])
})

test('an application may be named like a client id, and client ids are unique within a catalog only', async (t) => {
  const production = Object.entries(valid).map(([file, text]) => [file.replace('/sandbox/', '/production/'), text])
  const files = {
    ...Object.fromEntries(production),
    'catalogs/production/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace('sandbox', 'production'),
    ...second((text) => text.replace('name: second', 'name: app-id')),
  }
  t.deepEqual(await problemsOf(t, files), [])
})

test('a certificate of two credentials is a warning where an API takes certificates, and nothing elsewhere', async (t) => {
  const files = credentials(
    '  - client_id: other\n    certificate: { subject_dn: "CN=a" }\n  - client_id: app-id\n    certificate: { subject_dn: "cn = A" }',
  )
  t.deepEqual(await problemsOf(t, files), [])
  const api = 'apis/customers.yaml'
  const text = valid[api].replace('securityDefinitions:\n', 'securityDefinitions:\n  partner: { type: mutualTLS }\n')
  const [problem, ...others] = await problemsOf(t, { ...files, [api]: text })
  t.regex(
    String(problem),
    /app\.yaml:7:\d+ warning: APIs with mutualTLS reject calls with this certificate.*app\.yaml:5$/,
  )
  t.deepEqual(others, [])
})

test('a secret that the documentation prints is a warning for its credential, outside the sandbox', async (t) => {
  const files = credentials('  - client_id: other\n  - client_id: app-id\n    name: printed\n    well_known: true')
  t.deepEqual(await problemsOf(t, files), [
    'catalogs/sandbox/applications/app.yaml:5:5 warning: the credential "printed" is well known: the documentation prints its secret, so anyone can use it outside the sandbox',
  ])
  const { config, problems } = await load(t, files, {}, { sandbox: true })
  t.truthy(config)
  t.deepEqual(problems, [])
})
