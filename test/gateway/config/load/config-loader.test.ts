import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { changed, folderWith, load, loadValid, problemsOf, valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const sandbox = {
  SLUICE_AUTH_PORT: '8082',
  SLUICE_CUSTOMERS_PORT: '8081',
  SLUICE_MQWEB_PORT: '9443',
  SLUICE_MQ_PASSWORD: 'passw0rd',
  SLUICE_MQ_ADMIN_PASSWORD: 'mqadmin',
  SLUICE_DATA: '/tmp/data',
}

test('the documents of the repository are valid, and have no warnings in the sandbox', async (t) => {
  const { config, problems } = await loadConfig('.', tables, sandbox, { sandbox: true })
  t.deepEqual(problems.map(renderProblem), [])

  const [catalog] = config?.catalogs ?? []
  t.is(catalog?.path, '/acme/sandbox')
  t.deepEqual(
    catalog?.apis.map(({ reference, basePath }) => `${reference} ${basePath}`),
    ['customer-database:1.0.0 /customerdb/v1', 'mq:1.0.0 /mq/v1', 'mcp:1.0.0 /mcp'],
  )
  t.like(catalog?.providers.get('customer-oauth'), {
    basePath: '/customer-oauth',
    tokenPath: '/oauth2/token',
    registry: 'customer-users',
    accessToken: { ttl: 3600 },
    keyRotation: { afterDays: 0 },
    refreshToken: { enabled: true, count: 2048, ttl: 2_682_000, oneTimeUse: true },
  })
  t.like(catalog?.registries.get('customer-users'), {
    type: 'authurl',
    displayName: 'Sandbox users',
    settings: { endpoint: { endpoint: 'http://127.0.0.1:8082/authenticate', timeout: 10 } },
  })
  t.is(catalog?.tlsProfiles.get('mq-web')?.truststoreFile, '/tmp/data/mqweb/certificate.pem')
})

test('outside the sandbox the shipped secret is a warning, not an error', async (t) => {
  const { config, problems } = await loadConfig('.', tables, sandbox)
  t.truthy(config)
  t.true(problems.some(({ severity, message }) => severity === 'warning' && message.includes('well known')))
})

test('everything that a document leaves out is filled in', async (t) => {
  const config = await loadValid(
    t,
    changed('providers/oauth.yaml', 'grants: [password, application]\n', 'grants: [password]\n'),
  )
  const provider = config.catalogs[0]?.providers.get('oauth')
  t.like(provider, {
    gatewayVersion: '6000',
    basePath: '/oauth',
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    defaultScopes: [],
    accessToken: { ttl: 3600 },
    keyRotation: { afterDays: 0 },
    refreshToken: { enabled: false, count: 2048, ttl: 2_682_000, oneTimeUse: true },
    maximumConsent: 0,
    pkce: { enabled: true, required: false, allowPlain: false },
    introspection: { enabled: false, path: '/oauth2/introspect', applications: new Set() },
    revocation: {
      enabled: true,
      application: { enabled: false, path: '/oauth2/revoke' },
      owner: { enabled: false, path: '/oauth2/issued' },
    },
    signingKeys: { kind: 'store' },
    failedAttempts: {
      user: { count: 10, window: 900 },
      client: { count: 30, window: 60 },
      address: { count: 100, window: 300 },
    },
    compat: 'rfc',
    debug: false,
  })
  t.deepEqual([...(provider?.clientTypes ?? [])], ['confidential'])
})

test('a provider without grants gives access_code, as the product does', async (t) => {
  const files = changed('providers/oauth.yaml', 'grants: [password, application]\n', '')
  const [problem] = await problemsOf(t, files)
  t.regex(problem ?? '', /does not give the grant password - it gives access_code$/)
})

test('the configuration is frozen to its last member', async (t) => {
  const config = await loadValid(t)
  const api = config.catalogs[0]?.apis[0]
  t.true(Object.isFrozen(config.catalogs[0]?.apis))
  t.true(Object.isFrozen(api?.assembly.execute[0]?.settings))
  t.true(Object.isFrozen([...(config.catalogs[0]?.providers.values() ?? [])][0]?.refreshToken))
})

test('the revision changes with a text, with a variable in it and with a file in it, and with nothing else', async (t) => {
  const files = changed(
    'catalogs/sandbox/catalog.yaml',
    'http://backend.example',
    'http://$env{HOST}/$file{../../path}',
  )
  const revision = async (host: string, path: string, more = {}) => {
    const { config } = await load(t, { ...files, path, ...more }, { HOST: host, UNUSED: String(Math.random()) })
    return config?.revision
  }
  const first = await revision('a', 'x')
  t.is(await revision('a', 'x'), first)
  t.not(await revision('b', 'x'), first)
  t.not(await revision('a', 'y'), first)
  t.not(await revision('a', 'x', { 'apis/customers.yaml': `${valid['apis/customers.yaml']}# more\n` }), first)
})

test('all problems are reported together, sorted by file and line', async (t) => {
  const lines = await problemsOf(t, {
    ...changed('providers/oauth.yaml', 'grants: [password, application]', 'grants: [password, implicitt]'),
    ...changed('providers/users.yaml', 'registry_type: authurl', 'registry_type: auth-url'),
    ...changed('apis/customers.yaml', '- invoke:', '- invok:'),
  })
  t.deepEqual(lines, [
    'apis/customers.yaml:19:9 x-ibm-configuration.assembly.execute[0] is not a supported policy: "invok" - did you mean "invoke"?',
    'providers/oauth.yaml:4:20 grants[1] must be one of application, password, access_code, implicit, jwt - found "implicitt" - did you mean "implicit"?',
    'providers/users.yaml:3:16 registry_type must be one of authurl, lur - found "auth-url" - did you mean "authurl"?',
  ])
})

test('a part whose own document is wrong is not missed a second time by those that name it', async (t) => {
  const lines = await problemsOf(t, changed('providers/oauth.yaml', 'title: Sign-in', 'titles: Sign-in'))
  t.deepEqual(lines, ['providers/oauth.yaml:2:1 titles is not known - did you mean "title"?'])
})

for (const missing of ['providers', 'catalogs', 'apis']) {
  test(`a missing folder "${missing}" is an error that names its contents`, async (t) => {
    const files = Object.keys(valid).filter((file) => file.startsWith(missing))
    const lines = await problemsOf(t, Object.fromEntries(files.map((file) => [file, undefined])))
    t.true(lines.some((line) => line.startsWith(`${missing}:1:1 there is no folder "${missing}": it holds `)))
  })
}

test('a missing configuration folder is one error', async (t) => {
  const folder = join(await folderWith(t), 'nowhere')
  const { problems, config } = await loadConfig(folder, tables, {})
  t.is(config, undefined)
  t.is(problems.length, 1)
  t.regex(problems[0]?.message ?? '', /there is no such folder/)
})

test('a catalog folder without catalog.yaml is an error', async (t) => {
  const lines = await problemsOf(t, { 'catalogs/sandbox/catalog.yaml': undefined })
  t.true(lines.includes('catalogs/sandbox:1:1 a catalog needs a document: there is no catalog.yaml in this folder'))
})

test('files of unknown kinds and ignored folders are reported', async (t) => {
  const lines = await problemsOf(t, {
    'apis/more.json': '{}',
    'catalogs/sandbox/product/x.yaml': 'a: 1',
    'apis/README.md': 'x',
  })
  t.is(lines.length, 2)
  t.regex(lines[0] ?? '', /^apis\/more.json:1:1 unknown kind of document/)
  t.regex(lines[1] ?? '', /^catalogs\/sandbox\/product:1:1 warning: is not read: .*"products"/)
})

test('documents of APIs are found in sub-folders, and under both spellings of YAML', async (t) => {
  const config = await loadValid(t, {
    'apis/customers.yaml': undefined,
    'apis/shop/v1/customers.yml': valid['apis/customers.yaml'],
  })
  t.is(config.catalogs[0]?.apis[0]?.location.file, 'apis/shop/v1/customers.yml')
})

test('names in a document that cannot be read at all are not missed either', async (t) => {
  const lines = await problemsOf(t, { 'providers/oauth.yaml': 'name: [' })
  t.is(lines.length, 1)
  t.regex(lines[0] ?? '', /^providers\/oauth.yaml:1:8 a list or map is not closed: add the "\]"/)
})

test('a document of unknown kind is an error with the possible kinds', async (t) => {
  const [line] = await problemsOf(t, { 'providers/x.yaml': 'name: x\n' })
  t.regex(
    line ?? '',
    /user registry \(registry_type\), third-party OAuth provider \(.*\), OAuth provider \(provider_type\), TLS client profile/,
  )
})

test('five hundred APIs load, and each is checked', async (t) => {
  const text = valid['apis/customers.yaml']
  const files: Record<string, string> = {}
  const references: string[] = []
  for (let index = 0; index < 500; index++) {
    const own = text
      .replace('x-ibm-name: customers', `x-ibm-name: api-${index}`)
      .replace('/customers/v1', `/api-${index}`)
    files[`apis/api-${index}.yaml`] = index === 499 ? own.replace('- oauth-1: [customer]', '- oauth-1: [custmer]') : own
    references.push(`  api-${index}: { name: "api-${index}:1.0.0" }`)
  }
  const product = `product: 1.0.0\ninfo: { name: many, version: 1.0.0 }\napis:\n${references.join('\n')}\nplans: { all: {} }\n`
  const lines = await problemsOf(t, { ...files, 'catalogs/sandbox/products/many.yaml': product })
  t.deepEqual(lines, [
    'apis/api-499.yaml:12:15 security[0].oauth-1[0] is not a scope of the definition: "custmer" - did you mean "customer"?',
  ])
})
test('a link that leads nowhere is a problem of its own, and the rest of the folder is read', async (t) => {
  const folder = await folderWith(t)
  await symlink(join(folder, 'nowhere'), join(folder, 'apis/lost.yaml'))
  const { problems } = await loadConfig(folder, tables, {})
  t.deepEqual(problems.map(renderProblem), ['apis/lost.yaml:1:1 cannot be read: there is no such file'])
})

test('folders that are linked in a circle are read once', async (t) => {
  const folder = await folderWith(t)
  await symlink(join(folder, 'apis'), join(folder, 'apis/again'))
  const { config, problems } = await loadConfig(folder, tables, {})
  t.is(config?.catalogs[0]?.apis.length, 1)
  t.deepEqual(problems.map(renderProblem), [
    'apis/again:1:1 warning: is not read: it is a link to a folder that is read already',
  ])
})

test('the shipped documents say where each is explained', async (t) => {
  const { config } = await loadConfig('.', tables, sandbox)
  const files = new Set(
    config?.catalogs.flatMap(({ apis, products, applications, providers, registries, tlsProfiles }) =>
      [
        ...apis,
        ...products,
        ...applications,
        ...providers.values(),
        ...registries.values(),
        ...tlsProfiles.values(),
      ].map(({ location }) => location.file),
    ),
  )
  for (const file of files) {
    const [, page] = /(docs\/[a-z-]+\.md)/.exec(await readFile(file, 'utf8')) ?? []
    t.truthy(page && (await readFile(page, 'utf8')), `${file} names a page of docs/ that exists`)
  }
})

test('loads the documents with an overlay for an application', async (t) => {
  const folder = await folderWith(t)
  const file = 'catalogs/sandbox/applications/app.yaml'
  const loadWith = async (path: string, text: string | undefined) => {
    const instead = { file: path, text }
    const { config, problems } = await loadConfig(folder, tables, {}, { overlay: instead })
    return { names: config?.catalogs[0]?.applications.map(({ title }) => title), problems: problems.length }
  }
  const other = 'name: other\nclient_type: public\ncredentials: [{ client_id: other }]\n'
  t.deepEqual(await loadWith(file, other), { names: ['other'], problems: 0 })
  t.deepEqual(await loadWith(file.replace('app.', 'other.'), other), { names: ['app', 'other'], problems: 0 })
  t.deepEqual(await loadWith(file, undefined), { names: [], problems: 0 })
  t.like(await loadWith(file, 'name: ['), { names: undefined, problems: 1 })
  t.deepEqual((await loadConfig(folder, tables, {})).config?.catalogs[0]?.applications[0]?.title, 'app')
})
