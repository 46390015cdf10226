import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import test, { type ExecutionContext } from 'ava'
import { parse } from 'yaml'
import { loadConfig } from '../../../../../src/gateway/config/index.ts'
import { initCommand } from '../../../../../src/gateway/parts/import/init/init-command.ts'
import { readAnswers } from '../../../../../src/gateway/parts/import/init/questions.ts'
import { writeStarter } from '../../../../../src/gateway/parts/import/init/write-starter.ts'
import { gatewayParts } from '../../../../../src/gateway/parts.ts'
import { UsageError } from '../../../../../src/shared/cli/common/command.ts'
import { parseArguments } from '../../../../../src/shared/cli/common/parse-arguments.ts'
import { parts } from '../../../../_support/commands.ts'
import { typeTables } from '../../../_support/tables.ts'
import { mail, petstore2, petstore3, repositories } from '../engine/_samples.ts'

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

async function init(...args: string[]): Promise<string> {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  await initCommand.run(parseArguments(initCommand, [...args, '--yes'], write), parts)
  return output
}

for (const [title, args] of [
  ['the defaults', []],
  ['names that YAML would read as other types', ['--api', 'on', '--org', '1', '--catalog', 'null']],
  ['an authentication URL', ['--authurl', 'https://users.example/check']],
] as const)
  test(`the documents for ${title} have no problem`, async (t) => {
    const folder = await emptyFolder(t)
    await init(folder, ...args)
    const { problems } = await loadConfig(folder, typeTables, { SLUICE_DATA: join(folder, 'data') })
    t.deepEqual(problems, [])
  })

for (const [title, args, secret, expected] of [
  [
    'Basic',
    ['basic', '--upstream-user', 'gw', '--upstream-secret', '$env{PW}'],
    { PW: 'x' },
    { authenticate: { basic: { username: 'gw', password: '$env{PW}' } } },
  ],
  [
    'a header',
    ['header'],
    { ORDERS_SECRET: 'x' },
    { authenticate: { header: { name: 'X-API-Key', value: '$env{ORDERS_SECRET}' } } },
  ],
  [
    'a token',
    ['token', '--upstream-auth-url', 'https://login.example/token', '--upstream-scope', 'a b'],
    { ORDERS_SECRET: 'x' },
    {
      authenticate: {
        token: {
          url: 'https://login.example/token',
          'client-id': 'gateway',
          'client-secret': '$env{ORDERS_SECRET}',
          scope: 'a b',
        },
      },
    },
  ],
  [
    'LTPA',
    ['ltpa', '--upstream-auth-url', 'https://mq:9443/ibmmq/rest/v3/login'],
    { ORDERS_SECRET: 'x' },
    {
      authenticate: {
        ltpa: { url: 'https://mq:9443/ibmmq/rest/v3/login', username: 'gateway', password: '$env{ORDERS_SECRET}' },
      },
    },
  ],
  [
    'a client certificate',
    ['certificate', '--upstream-certificate', 'users.yaml', '--upstream-key', 'login.yaml'],
    {},
    { 'tls-profile': 'orders-upstream:1.0.0' },
  ],
] as const)
  test(`the API authenticates the gateway with ${title}, and no secret is in the documents`, async (t) => {
    const folder = await emptyFolder(t)
    const output = await init(folder, '--upstream-auth', ...args)
    t.regex(output, /authenticates itself at the API/)
    const text = await readFile(join(folder, 'apis/orders.yaml'), 'utf8')
    const { invoke } = parse(text)['x-ibm-configuration'].assembly.execute[0]
    t.deepEqual(invoke, { 'target-url': '$(backend)$(api.operation.path)$(request.search)', ...expected })
    const { problems } = await loadConfig(folder, typeTables, { SLUICE_DATA: join(folder, 'data'), ...secret })
    t.deepEqual(problems, [])
  })

test('a secret in the place of its reference is refused, and is not repeated', async (t) => {
  const folder = await emptyFolder(t)
  const error = await t.throwsAsync(init(folder, '--upstream-auth', 'basic', '--upstream-secret', 'pa55word'), {
    instanceOf: UsageError,
    message: /--upstream-secret must be a reference such as \$env\{NAME\}/,
  })
  t.false(error?.message.includes('pa55word'))
  const output = new PassThrough()
  const lines = ['http://127.0.0.1:1', 'a', 'b', 'c', '', 'anna', 'basic', 'gw', 'pa55word']
  await t.throwsAsync(readAnswers({}, { source: { input: Readable.from(lines.map((each) => `${each}\n`)), output } }), {
    message: /--upstream-secret must be a reference/,
  })
  t.false(String(output.read()).includes('pa55word'))
})

test('a credential is read from a pipe after the other answers', async (t) => {
  const lines = ['http://127.0.0.1:1', 'a', 'b', 'c', '', 'anna', 'header', 'X-Key', 'Bearer $file{/run/secrets/key}']
  const source = { input: Readable.from(lines.map((each) => `${each}\n`)), output: new PassThrough() }
  t.like(await readAnswers({}, { source }), {
    user: 'anna',
    credential: { invoke: { authenticate: { header: { name: 'X-Key', value: 'Bearer $file{/run/secrets/key}' } } } },
  })
})

test('every document names a schema that is beside it', async (t) => {
  const folder = await emptyFolder(t)
  await init(folder)
  for (const path of ['apis/orders.yaml', 'catalogs/main/catalog.yaml', 'catalogs/main/products/orders.yaml']) {
    const [, schema] = /\$schema=(\S+)/.exec(await readFile(join(folder, path), 'utf8')) as unknown as [string, string]
    t.truthy(await readFile(join(folder, path, '..', schema)))
  }
})

test('a folder that has documents is refused and stays as it was', async (t) => {
  const folder = await emptyFolder(t)
  await mkdir(join(folder, 'apis'))
  await t.throwsAsync(init(folder), { message: /has apis already/ })
  t.deepEqual(await readdir(folder), ['apis'])
})

test('other files of the folder stay, its .gitignore too', async (t) => {
  const folder = await emptyFolder(t)
  await writeFile(join(folder, '.gitignore'), 'node_modules/\n')
  await init(folder)
  t.is(await readFile(join(folder, '.gitignore'), 'utf8'), 'node_modules/\n')
  t.deepEqual((await readdir(folder)).sort(), ['.gitignore', 'apis', 'catalogs', 'data', 'providers', 'schemas'])
})

test('secrets are shown once and are in no file', async (t) => {
  const folder = await emptyFolder(t)
  const output = await init(folder)
  const secrets = ['client_secret', 'password'].map((name) => new RegExp(`${name}=(\\S+)`).exec(output)?.[1] as string)
  for (const path of await readdir(folder, { recursive: true })) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => '')
    for (const secret of secrets) t.false(text.includes(secret), path)
  }
})

test('an OpenAPI file becomes the API, protected by the provider', async (t) => {
  for (const [name, text, call] of [
    [
      'mail',
      mail,
      /The call goes to https:\/\/mail\.example\/v1\/messages:[\s\S]*'http:\/\/127\.0\.0\.1:8080\/example\/main\/mail-api\/messages' /,
    ],
    [
      'repositories',
      repositories,
      /-d client_id[\s\S]*--data-urlencode scope=repository-rest-api [\s\S]*repository-rest-api\/events'/,
    ],
    [
      'petstore2',
      petstore2,
      /with example values:[\s\S]*'http.*swagger-petstore\/pet\/1' \\\n.*-H 'api_key: [0-9a-f]+'/,
    ],
  ] as const) {
    const folder = await emptyFolder(t)
    await writeFile(join(folder, `${name}.yaml`), text)
    const output = await init(join(folder, 'gateway'), '--openapi', join(folder, `${name}.yaml`))
    t.regex(output, call)
    const { config, problems } = await loadConfig(join(folder, 'gateway'), typeTables, {
      SLUICE_DATA: join(folder, 'gateway', 'data'),
    })
    t.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    )
    t.is(config?.catalogs[0]?.apis.length, 1)
  }
})

test('an OpenAPI file without a server needs the URL of the backend only when it is not the default', async (t) => {
  const folder = await emptyFolder(t)
  await writeFile(join(folder, 'pets.yaml'), petstore3)
  const output = await init(
    join(folder, 'a'),
    '--openapi',
    join(folder, 'pets.yaml'),
    '--backend',
    'http://127.0.0.1:4000',
  )
  t.regex(output, /The call goes to http:\/\/127\.0\.0\.1:4000\/pet\/findByTags/)
})

for (const [option, value, message] of [
  ['--backend', 'localhost:3000', /--backend must be an http or https URL .* found "localhost:3000"/],
  ['--backend', 'http://a/?x=1', /without a query/],
  ['--authurl', 'ftp://a', /--authurl must be an http or https URL/],
  ['--api', 'My API', /--api must have 1 to 64 lower-case letters/],
  ['--api', '../x', /--api must have/],
  ['--org', '-a', /--org must have/],
  ['--user', '', /--user must have letters/],
] as const)
  test(`${option} ${JSON.stringify(value)} is refused`, async (t) => {
    const folder = await emptyFolder(t)
    await t.throwsAsync(init(folder, `${option}=${value}`), { instanceOf: UsageError, message })
    t.deepEqual(await readdir(folder), [])
  })

test('the first user is in the data folder of the environment', async (t) => {
  const [folder, data] = [await emptyFolder(t), await emptyFolder(t)]
  const answers = await readAnswers({}, { source: undefined })
  const write = (to: string) => writeStarter(to, { answers, api: undefined }, gatewayParts, data)
  await write(folder)
  t.deepEqual((await readdir(folder)).sort(), ['.gitignore', 'apis', 'catalogs', 'providers', 'schemas'])
  t.regex(await readFile(join(data, 'users/users.json'), 'utf8'), /anna/)

  const other = await emptyFolder(t)
  await t.throwsAsync(write(other), { message: /users\.json exists already: set SLUICE_DATA/ })
  t.deepEqual(await readdir(other), [])
})

test('an OpenAPI file may refer to files outside its folder when the option allows it', async (t) => {
  const folder = await emptyFolder(t)
  await mkdir(join(folder, 'openapi'))
  const file = join(folder, 'openapi/pets.yaml')
  await writeFile(join(folder, 'Pet.yaml'), 'type: object\n')
  await writeFile(
    file,
    `openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "https://pets.example" }]
paths:
  /pets: { get: { responses: { "200": { description: All, content: { a/b: { schema: { $ref: ../Pet.yaml } } } } } } }
`,
  )
  await t.throwsAsync(init(join(folder, 'new'), '--openapi', file), { message: /--allow-outside follows it/ })
  await t.notThrowsAsync(init(join(folder, 'new'), '--openapi', file, '--allow-outside'))
})

async function answer(lines: string) {
  const input = Readable.from([lines])
  return readAnswers({ org: 'acme' }, { source: { input, output: new PassThrough().resume() } })
}

test('answers may be piped in, and the end of the pipe takes the defaults', async (t) => {
  t.like(await answer('http://a.example/\norders2\n\n'), {
    backend: 'http://a.example',
    api: 'orders2',
    org: 'acme',
    catalog: 'main',
    user: 'anna',
  })
  t.like(await answer(''), { api: 'orders', user: 'anna' })
})

test('a pipe that stays silent is told what is awaited, and how to do without', async (t) => {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })]
  const answers = readAnswers({}, { source: { input, output } })
  t.is(
    String(output.read()),
    'Reads the answers from standard input, a line for each question; --yes takes the defaults.\n' +
      'URL of the API to protect [http://127.0.0.1:3000]: ',
  )
  input.end()
  await answers
})

test('a piped answer that is not accepted is an error', async (t) => {
  await t.throwsAsync(answer('ftp://a\n'), { instanceOf: UsageError, message: /--backend must be an http/ })
})
