import test from 'ava'
import { changed, loadValid, problemsOf, valid } from '../_support/folder.ts'

const app = (ceiling: string) =>
  changed('catalogs/sandbox/applications/app.yaml', 'name: app\n', `name: app\ntoken_ceiling: ${ceiling}\n`)
const registry = (ceiling: string) =>
  changed('providers/users.yaml', 'title: Users\n', `title: Users\ntoken_ceiling: ${ceiling}\n`)
const plan = (ceiling: string) => {
  const file = 'catalogs/sandbox/products/shop.yaml'
  const text = valid[file]
  const name = /^plans:\n {2}([\w-]+):/m.exec(text)?.[1]
  return { file, name, files: { [file]: text.replace(/^plans:\n.*\n/m, `$&    token-ceiling: ${ceiling}\n`) } }
}

test('an application, a plan and a registry have a ceiling of scopes and of token life', async (t) => {
  const all = '{ scopes: [customer], access_token_ttl: 60, refresh_token_ttl: 600 }'
  const gold = plan('{ scopes: [orders], access-token-ttl: 30, refresh-token-ttl: 300 }')
  const config = await loadValid(t, { ...app(all), ...registry(all), ...gold.files })
  const [catalog] = config.catalogs

  const common = { scopes: ['customer'], accessTokenTtl: 60, refreshTokenTtl: 600 }
  t.like(catalog?.applications[0]?.tokenCeiling, {
    ...common,
    location: { file: 'catalogs/sandbox/applications/app.yaml', line: 2 },
  })
  t.like(catalog?.registries.get('users')?.tokenCeiling, {
    ...common,
    location: { file: 'providers/users.yaml', line: 3 },
  })
  t.like(catalog?.products[0]?.plans.get(String(gold.name))?.tokenCeiling, {
    scopes: ['orders'],
    accessTokenTtl: 30,
    refreshTokenTtl: 300,
    location: { file: gold.file },
  })
})

test('members that a ceiling does not set are undefined', async (t) => {
  const config = await loadValid(t, app('{ access_token_ttl: 60 }'))
  const ceiling = config.catalogs[0]?.applications[0]?.tokenCeiling
  t.deepEqual(Object.keys(JSON.parse(JSON.stringify(ceiling ?? {}))), ['accessTokenTtl', 'location'])
  t.false('tokenCeiling' in ((await loadValid(t)).catalogs[0]?.applications[0] ?? {}))
})

for (const [title, files, expected] of [
  [
    'an application',
    app('{ scopes: [customer, custommer] }'),
    /^catalogs\/sandbox\/applications\/app\.yaml:2:37 token_ceiling\.scopes\[1\] is known to no native OAuth provider of the catalog \/acme\/sandbox: "custommer" - did you mean "customer"\?$/,
  ],
  [
    'a plan',
    plan('{ scopes: [admin] }').files,
    /shop\.yaml:\d+:\d+ plans\.[\w-]+\.token-ceiling\.scopes\[0\] is known to no .*"admin" - the scopes are customer, orders$/,
  ],
  [
    'a registry',
    registry('{ scopes: [admin] }'),
    /^providers\/users\.yaml:3:27 token_ceiling\.scopes\[0\] is known to no native OAuth provider that asks the registry "users": "admin"/,
  ],
] as const) {
  test(`a ceiling of ${title} that names an unknown scope is an error of its document`, async (t) => {
    const problems = await problemsOf(t, files)
    t.is(problems.length, 1, problems.join('\n'))
    t.regex(String(problems[0]), expected)
  })
}

for (const [ceiling, expected] of [
  ['{ scopes: [] }', /token_ceiling\.scopes/],
  ['{ scopes: [customer, customer] }', /token_ceiling\.scopes/],
  ['{ access_token_ttl: 0 }', /token_ceiling\.access_token_ttl/],
  ['{ refresh_token_ttl: 1 }', /token_ceiling\.refresh_token_ttl/],
  ['{ scope: [customer] }', /"?scope"?.*did you mean "?scopes"?/],
  ['{ access-token-ttl: 5 }', /access-token-ttl/],
] as const) {
  test(`the ceiling ${ceiling} of an application is refused with its place`, async (t) => {
    const problems = await problemsOf(t, app(ceiling))
    t.is(problems.length, 1, problems.join('\n'))
    t.regex(String(problems[0]), /^catalogs\/sandbox\/applications\/app\.yaml:2:\d+ /)
    t.regex(String(problems[0]), expected)
  })
}
