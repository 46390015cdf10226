import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { resolveReferences } from '../../../../src/gateway/config/text/references.ts'
import { changed, folderWith, loadValid, problemsOf } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const catalog = 'catalogs/sandbox/catalog.yaml'
const property = (text: string) => changed(catalog, 'backend: http://backend.example', `backend: ${text}`)

const backend = async (...[t, files, environment]: Parameters<typeof loadValid>) =>
  (await loadValid(t, files, environment)).catalogs[0]?.apis[0]?.properties.get('backend')

for (const [title, text, expected] of [
  ['$env within a text', 'http://$env{HOST}:$env{PORT}/x', 'http://example:80/x'],
  ['$file as a whole', '$file{../../secret}', 'from the file'],
  ['$file within a text', 'a $file{../../secret} b', 'a from the file b'],
  ['$env inside $file', '$file{../../$env{NAME}}', 'from the file'],
  ['doubled dollars as plain text', '$$env{HOST} $$file{x}', '$env{HOST} $file{x}'],
  ['a text without references', 'costs $5 {and} $(backend)', 'costs $5 {and} $(backend)'],
  ['a variable that is set and empty', '"[$env{EMPTY}]"', '[]'],
] as const) {
  test(`${title} is resolved`, async (t) => {
    const environment = { HOST: 'example', PORT: '80', NAME: 'secret', EMPTY: '' }
    t.is(await backend(t, { ...property(text), secret: 'from the file\n' }, environment), expected)
  })
}

test('inserted text is parsed neither as YAML nor for references', async (t) => {
  const environment = { A: 'x\norg: evil # $env{B} $file{/etc/hostname}', B: 'b' }
  t.is(await backend(t, property('$env{A}'), environment), environment.A)
})

for (const [title, text, expected] of [
  ['a variable that is not set', 'x$env{NOPE}', 'the environment variable NOPE is not set'],
  ['a variable inherited by every object', '$env{constructor}', 'the environment variable constructor is not set'],
  [
    'a name that is no variable',
    '$env{A-B}',
    '$env{A-B} does not name an environment variable: letters, digits and "_" only',
  ],
  ['braces that do not close', '$env{NOPE', '"$env{" is not closed with "}"'],
  ['a file that is not there', '$file{none.txt}', '$file{none.txt} cannot be read: there is no such file'],
  ['a folder', '$file{..}', '$file{..} is not a file'],
  ['no file', '$file{}', '$file{} names no file'],
] as const) {
  test(`${title} is refused at the place of the text, and only there`, async (t) => {
    t.deepEqual(await problemsOf(t, property(text)), [`${catalog}:6:12 ${expected}`])
  })
}

for (const [title, text] of [
  ['an absolute path', '$file{/etc/hostname}'],
  ['an absolute path to no file', '$file{/etc/none}'],
  ['a device', '$file{/dev/zero}'],
  ['".." beyond the folder', '$file{../../../outside}'],
  ['".." within an allowed path', '$file{$env{SECRETS}/../outside}'],
  ['a folder whose name begins like an allowed one', '$file{$env{SECRETS}-other/x}'],
  ['a link out of the folder', '$file{../../link}'],
  ['a file below a link out of the folder', '$file{../../linked/x}'],
  ['a file of the process', '$file{/proc/self/environ}'],
] as const) {
  test(`$file does not read ${title}`, async (t) => {
    const place = await folderWith(t, {
      'outside/x': 'hidden',
      'secrets/password': 'shown',
      'secrets-other/x': 'hidden',
    })
    const folder = await folderWith(t, property(text))
    await symlink(join(place, 'outside/x'), join(folder, 'link'))
    await symlink(join(place, 'outside'), join(folder, 'linked'))
    const secrets = join(place, 'secrets')
    const { problems } = await loadConfig(folder, tables, { SECRETS: secrets, SLUICE_FILE_FOLDERS: secrets })
    const found = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
    t.is(found.length, 1)
    t.regex(found[0] ?? '', /is outside the folders that documents may read: .+; SLUICE_FILE_FOLDERS names/)
  })
}

test('$file reads the folders of SLUICE_FILE_FOLDERS and of systemd, and links within them', async (t) => {
  const place = await folderWith(t, { 'secrets/..data/password': 'one', 'credentials/password': 'two' })
  await symlink('..data/password', join(place, 'secrets/password'))
  const environment = {
    SLUICE_FILE_FOLDERS: `/run/none:${join(place, 'secrets')}`,
    CREDENTIALS_DIRECTORY: join(place, 'credentials'),
  }
  for (const [folder, text] of [
    ['secrets', 'one'],
    ['credentials', 'two'],
  ]) {
    const written = property(`$file{${join(place, folder ?? '', 'password')}}`)
    t.is(await backend(t, written, environment), text)
  }
})

test('a member whose reference leads nowhere is not missed as well', async (t) => {
  const files = changed('providers/users.yaml', 'https://auth.example/check', '$env{NOPE}')
  t.deepEqual(await problemsOf(t, files), ['providers/users.yaml:5:13 the environment variable NOPE is not set'])
})

test('a map whose reference leads nowhere is not asked for another form', async (t) => {
  const files = changed(
    'apis/customers.yaml',
    '  assembly:',
    '  properties: { a: { value: "$env{NOPE}" } }\n  assembly:',
  )
  t.deepEqual(await problemsOf(t, files), ['apis/customers.yaml:17:29 the environment variable NOPE is not set'])
})

test('a value of one $env is converted where a number or a boolean is required', async (t) => {
  const files = {
    ...changed(
      'providers/users.yaml',
      'https://auth.example/check',
      'https://auth.example/check\n  timeout: $env{SECONDS}',
    ),
    ...changed(
      'providers/oauth.yaml',
      'user_registry: users',
      'user_registry: users\n  refresh_token: { enabled: "$env{ON}" }',
    ),
    ...changed('apis/customers.yaml', 'version: 2.0.0,', 'version: 2.0.0, timeout: "$env{SECONDS}",'),
  }
  const [loaded] = (await loadValid(t, files, { SECONDS: '7', ON: 'true' })).catalogs
  t.like(loaded?.registries.get('users')?.settings, { endpoint: { timeout: 7 } })
  t.true(loaded?.providers.get('oauth')?.refreshToken.enabled)
  t.like(loaded?.apis[0]?.assembly.execute[0]?.settings, { timeout: 7 })
})

const env = '$env{SECRET}'

for (const [title, secret, files] of [
  [
    'the schema of its document refuses',
    'hunter2 hunter2',
    {
      ...changed('providers/users.yaml', 'https://auth.example/check', `${env}\n  timeout: ${env}`),
      ...changed(
        'providers/oauth.yaml',
        'title: Sign-in',
        `title: Sign-in\ngateway_version: ${env}\ndebug: $file{../secret}`,
      ),
      ...changed('catalogs/sandbox/products/shop.yaml', '100/1hour', `"${env}"`),
      ...changed('catalogs/sandbox/applications/app.yaml', 'client_id: app-id', `client_id: ${env}`),
    },
  ],
  [
    'other documents refuse',
    'hunter2',
    {
      ...changed('catalogs/sandbox/catalog.yaml', '[users]', `[users, "${env}"]`),
      ...changed('catalogs/sandbox/products/shop.yaml', '"customers:1.0.0"', `"${env}"`),
      ...changed('catalogs/sandbox/applications/app.yaml', 'product: shop', `product: "${env}"`),
      ...changed('providers/oauth.yaml', 'user_registry: users', `user_registry: ${env}\n  default_scopes: ["${env}"]`),
    },
  ],
  [
    'the security of an API refuses',
    'hunter2',
    changed('apis/customers.yaml', 'x-ibm-oauth-provider: oauth', `x-ibm-oauth-provider: ${env}`),
  ],
] as const) {
  test(`a value that ${title} is shown as written, never resolved`, async (t) => {
    const lines = await problemsOf(t, { ...files, secret }, { SECRET: secret })
    const references = JSON.stringify(files).split(/\$env\{|\$file\{/).length - 1
    t.is(
      lines.filter((line) => /found "\$|"\$env\{SECRET\}"|API \$env/.test(line)).length,
      references,
      lines.join('\n'),
    )
    t.false(lines.join('\n').includes('hunter2'), lines.join('\n'))
  })
}

test('documents may be links, as mounted configuration is', async (t) => {
  const folder = await folderWith(t, {
    'providers/users.yaml': undefined,
    'elsewhere.yaml': 'name: users\nregistry_type: authurl\nendpoint: { endpoint: "https://a.example" }\n',
  })
  await symlink(join(folder, 'elsewhere.yaml'), join(folder, 'providers/users.yaml'))
  const { problems } = await loadConfig(folder, tables, {})
  t.deepEqual(problems.map(renderProblem), [])
})

test('references inside of references are limited, and never overflow the stack', (t) => {
  const resolve = (depth: number) =>
    resolveReferences(`${'$file{'.repeat(depth)}none${'}'.repeat(depth)}`, {
      environment: {},
      folder: '/',
      readableFolders: ['/'],
    })
  t.regex(String(Object.values(resolve(2))[0]), /cannot be read: there is no such file/)
  t.regex(String(Object.values(resolve(200_000))[0]), /more than 4 others around it/)
})
