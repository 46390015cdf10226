import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { openStoredApplications } from '../../../../../src/gateway/runtime/applications/stored-applications.ts'
import { confidential, file, openVerbs, storing } from './_verbs.ts'

test('creates an application with a valid secret, which is not stored', async (t) => {
  const { folder, run, verify, trail } = await openVerbs(t)
  const { facts } = await run('create', ['web-shop'], {
    title: 'Web shop',
    grant: ['password'],
    redirect: ['https://shop.example/back'],
    subscribe: ['shop/gold'],
  })
  t.regex(facts.clientId, /^[0-9a-f]{32}$/)
  t.true(await verify('web-shop', facts.clientSecret))
  t.false(await verify('web-shop', 'guess'))

  const text = await readFile(join(folder, facts.file), 'utf8')
  t.like(parse(text), {
    name: 'web-shop',
    title: 'Web shop',
    grants: ['password'],
    subscriptions: [{ product: 'shop', plan: 'gold' }],
  })
  t.false(text.includes(facts.clientSecret))
  t.deepEqual(trail, [
    { action: 'apps create', catalog: '/acme/sandbox', application: 'web-shop', clientId: facts.clientId },
  ])
})

test('a public application has no secret', async (t) => {
  const { run } = await openVerbs(t)
  const { facts } = await run('create', ['page'], { public: true })
  t.is(facts.clientSecret, undefined)
  await t.throwsAsync(run('reset-secret', ['page']), { message: 'page is public: it has no secret' })
})

test('a new secret replaces the old one, or is valid beside it', async (t) => {
  const { run, verify, read } = await openVerbs(t)
  const first = (await run('reset-secret', ['app'])).facts.clientSecret
  t.true(await verify('app', first))

  const second = (await run('reset-secret', ['app'], { keepOld: true })).facts.clientSecret
  t.deepEqual([await verify('app', first), await verify('app', second)], [true, true])

  await run('retire-secret', ['app'])
  t.deepEqual([await verify('app', first), await verify('app', second)], [false, true])
  await t.throwsAsync(run('retire-secret', ['app']), { message: /one secret only/ })
  t.regex(await read(), /^name: app\n# kept\ncredentials:\n/)
})

test('a new secret expires after the days that are given', async (t) => {
  const { run, verify, read } = await openVerbs(t)
  const { clientSecret, secretExpiresAt } = (await run('reset-secret', ['app'], { expiresIn: 30 })).facts
  t.is(Math.round((Date.parse(secretExpiresAt) - Date.now()) / 86_400_000), 30)
  t.is(parse(await read()).credentials[0].client_secret_expires_at, secretExpiresAt)
  t.true(await verify('app', clientSecret))

  await run('reset-secret', ['app'])
  t.false('client_secret_expires_at' in parse(await read()).credentials[0])
})

test('a reset with two valid secrets fails without the one to keep, and shows when each was used', async (t) => {
  const { run, verify, read, uses, known } = await openVerbs(t)
  const first = (await run('reset-secret', ['app'])).facts.clientSecret
  const second = (await run('reset-secret', ['app'], { keepOld: true })).facts.clientSecret
  const before = await read()
  uses.set(parse(before).credentials[0].client_secret_hashes[1], Date.UTC(2026, 0, 31, 12, 5))

  const refused = await t.throwsAsync(run('reset-secret', ['app'], { keepOld: true }))
  t.regex(String(refused?.message), /newest\s+not used yet\n\s+old\s+last used 2026-01-31 12:05 UTC/)
  t.regex(String(refused?.message), /--keep newest or --keep old.*sluice apps retire-secret app/)
  t.is(await read(), before)
  known.isRead = false
  await t.throwsAsync(run('reset-secret', ['app'], { keepOld: true }), { message: /newest\s+last use unknown/ })

  const third = (await run('reset-secret', ['app'], { keep: 'old' })).facts.clientSecret
  const works = async () => {
    const each: boolean[] = []
    for (const secret of [first, second, third]) each.push(await verify('app', secret))
    return each
  }
  t.deepEqual(await works(), [true, false, true])
  await run('reset-secret', ['app'], { keep: 'newest' })
  t.deepEqual(await works(), [false, false, true])
})

test('an expired old secret does not count as a second one', async (t) => {
  const ended = `${confidential[file]}    old_secret_until: '2020-01-01T00:00:00Z'\n`
  const { run, read, verify } = await openVerbs(t, { [file]: ended })
  const first = (await run('reset-secret', ['app'])).facts.clientSecret
  await t.throwsAsync(run('reset-secret', ['app'], { keep: 'old' }), { message: /one secret only/ })
  await run('reset-secret', ['app'], { keepOld: true })
  t.true(await verify('app', first))

  t.false((await read()).includes('old_secret_until'))
})

test('lists when each secret was last used', async (t) => {
  const { run, read, uses, known } = await openVerbs(t)
  await run('reset-secret', ['app'])
  await run('reset-secret', ['app'], { keepOld: true })
  uses.set(parse(await read()).credentials[0].client_secret_hashes[1], Date.UTC(2026, 0, 31))

  const listed = await run('list')
  t.deepEqual(listed.facts[0].credentials, [
    { clientId: 'app-id', secrets: 2, lastUsed: [null, '2026-01-31T00:00:00.000Z'] },
  ])
  const { output } = await run('list', [], { json: false })
  t.regex(output, /app-id \(2 secrets; newest not used yet, old last used 2026-01-31 00:00 UTC\)/)
  known.isRead = false
  t.deepEqual((await run('list')).facts[0].credentials, [{ clientId: 'app-id', secrets: 2 }])
})

test('a hash that is brought in from outside is not overwritten', async (t) => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$A486gdKPdJrUPVc2wNx4Eg$5EQnmA56Hcmzkqj6E8nxOF3scBZa2jPFnXWlKl5uj4Q'
  const files = { [file]: `${confidential[file]}    client_secret_hashes: ["$env{HASH}"]\n` }
  const { run, read } = await openVerbs(t, files, { HASH: hash })
  await t.throwsAsync(run('reset-secret', ['app']), { message: /comes from \$env\{HASH\}.*sluice hash/ })

  await run('reset-secret', ['app'], { keepOld: true })
  t.is(parse(await read()).credentials[0].client_secret_hashes[1], '$env{HASH}')
})

test('subscribes, and changes the plan of a subscription', async (t) => {
  const { run, read } = await openVerbs(t)
  await run('subscribe', ['app', 'shop/gold'])
  t.deepEqual(parse(await read()).subscriptions, [{ product: 'shop', plan: 'gold' }])
  await run('subscribe', ['app', 'shop/gold'], { state: 'pending' })
  t.deepEqual(parse(await read()).subscriptions, [{ product: 'shop', plan: 'gold', state: 'pending' }])
  await t.throwsAsync(run('subscribe', ['app', 'shop/gol']), { message: /no plan "gol" - did you mean "gold"/ })
  await t.throwsAsync(run('subscribe', ['app', 'shop']), { message: /such as shop\/gold/ })
})

test('suspends and resumes', async (t) => {
  const { run, trail } = await openVerbs(t)
  await run('suspend', ['app'])
  t.is((await run('list')).facts[0].state, 'disabled')
  await run('resume', ['app'])
  await run('resume', ['app'])
  t.is((await run('list')).facts[0].state, 'enabled')
  t.is(trail.length, 2)
})

test('an invalid change is not written', async (t) => {
  const { folder, run, trail } = await openVerbs(t)
  await t.throwsAsync(run('create', ['shop'], { clientId: 'app-id' }), { message: /nothing was written[\s\S]*app-id/ })
  await t.throwsAsync(run('create', ['a b']), { message: /nothing was written[\s\S]*shop\.yaml|name/ })
  await t.throwsAsync(run('create', ['app']), { message: 'there is an application "app" already' })
  t.deepEqual(await readdir(join(folder, 'catalogs/sandbox/applications')), ['app.yaml'])
  t.deepEqual(trail, [])
})

test('invalid documents are reported and not changed', async (t) => {
  const { folder, run } = await openVerbs(t)
  await writeFile(join(folder, 'providers/oauth.yaml'), 'name: [')
  await t.throwsAsync(run('suspend', ['app']), {
    message: /documents in .* have errors:\n {2}providers\/oauth\.yaml:1:/,
  })
})

test('names are suggested', async (t) => {
  const { run } = await openVerbs(t)
  await t.throwsAsync(run('suspend', ['ap']), { message: 'there is no application "ap" - did you mean "app"?' })
  await t.throwsAsync(run('list', [], { catalog: 'sandbx' }), { message: /did you mean "sandbox"/ })
})

test('people get sentences', async (t) => {
  const { run } = await openVerbs(t)
  t.is((await run('list', [], { json: false })).output, 'app  enabled  confidential  app-id  no subscription\n')
  t.regex(
    (await run('reset-secret', ['app'], { json: false })).output,
    /client secret {2}\S{43} {3}\(it is shown this once/,
  )
})

test('removes a subscription', async (t) => {
  const { run, read, trail } = await openVerbs(t)
  await run('subscribe', ['app', 'shop/gold'])
  await t.throwsAsync(run('unsubscribe', ['app', 'shopp']), {
    message: 'app is not subscribed to "shopp" - did you mean "shop"?',
  })
  t.is((await run('unsubscribe', ['app', 'shop'])).status, 0)
  t.deepEqual(parse(await read()).subscriptions ?? [], [])
  t.true((await read()).includes('# kept'))
  t.like(trail.at(-1), { action: 'apps unsubscribe', application: 'app', product: 'shop' })
  await t.throwsAsync(run('unsubscribe', ['app', 'shop']), { message: 'app is not subscribed to "shop"' })
})

test('rejects a subscription to a deprecated product', async (t) => {
  const product = 'catalogs/sandbox/products/shop.yaml'
  const { run, folder } = await openVerbs(t)
  await writeFile(join(folder, product), `state: deprecated\n${await readFile(join(folder, product), 'utf8')}`)
  await t.throwsAsync(run('subscribe', ['app', 'shop/gold']), {
    message: 'shop is deprecated: it accepts no new subscriptions',
  })
})

test('applications in the store are listed and suspended there, and exported as files', async (t) => {
  const { folder, store, run } = await openVerbs(t, storing)
  const place = 'catalogs/sandbox/applications/mine.yaml'
  const { storage } = await openStoredApplications(store, Date.now)
  await storage.create(place, 'name: mine\nclient_type: public\ncredentials: [{ client_id: mine-id }]\n')

  const names = (await run('list')).facts.map(({ name }: { name: string }) => name)
  t.deepEqual(names, ['app', 'mine'])
  await run('suspend', ['mine'])
  t.regex(await storage.read(place), /^state: disabled$/m)

  const target = join(folder, 'exported')
  t.deepEqual((await run('export', [target])).facts, { folder: target, written: [place], same: [] })
  t.is(await readFile(join(target, place), 'utf8'), await storage.read(place))
  t.like((await run('export', [target])).facts, { written: [], same: [place] })
  await writeFile(join(target, place), 'name: other\n')
  await t.throwsAsync(run('export', [target]), { message: /exists and has another text: nothing more was written$/ })
})
