import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { type UserRegistry, unknownCommonName } from '../../../../src/mq/web/identity/user-registry.ts'
import { createCredentialVerifier } from '../../../../src/mq/web/security/credential-verifier.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError } from '../../../../src/shared/registries/index.ts'
import { createSpellings } from '../../../_support/spellings.ts'

function registryOf(password: () => string) {
  const asked: string[] = []
  const registry: UserRegistry = {
    realm: 'r',
    async authenticate(name, given) {
      asked.push(`${name}:${given}`)
      return given === password() ? { name, groups: [] } : undefined
    },
    identify: async () => unknownCommonName,
    find: async () => undefined,
    foldName: (name) => name.toLowerCase(),
    close: async () => {},
  }
  return { registry, asked }
}

test('uses the cache for credentials that were verified a moment ago', async (t) => {
  let now = 0
  const { registry, asked } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => now,
    silentLog,
  )

  for (let call = 0; call < 3; call += 1) t.like(await credentials.verify('alice', 'secret', 'a'), { name: 'alice' })
  t.is(asked.length, 1)

  now += 29_999
  await credentials.verify('alice', 'secret', 'a')
  t.is(asked.length, 1)
  now += 1
  await credentials.verify('alice', 'secret', 'a')
  t.is(asked.length, 2)
})

test('checks concurrent equal credentials once', async (t) => {
  const { registry, asked } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  await Promise.all(Array.from({ length: 20 }, () => credentials.verify('alice', 'secret', 'a')))
  t.is(asked.length, 1)
})

test('discards the cache when the registry changes', async (t) => {
  let password = 'old'
  const { registry } = registryOf(() => password)
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  t.truthy(await credentials.verify('alice', 'old', 'a'))

  password = 'new'
  credentials.forgetVerified()
  t.is(await credentials.verify('alice', 'old', 'a'), undefined)
})

test('a user who was verified before the registry changed is verified no longer', async (t) => {
  const { registry } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  const user = await credentials.verify('alice', 'secret', 'a')
  if (!user) return t.fail()
  t.true(credentials.isStillVerified(user))
  t.false(credentials.isStillVerified({ ...user }))
  credentials.forgetVerified()
  t.false(credentials.isStillVerified(user))
})

test('a check of the previous registry is not shared with a request after the change', async (t) => {
  const held = Promise.withResolvers<undefined>()
  const { registry } = registryOf(() => 'secret')
  let current: UserRegistry = { ...registry, authenticate: () => held.promise }
  const credentials = createCredentialVerifier(
    () => current,
    () => 0,
    silentLog,
  )
  const early = credentials.verify('alice', 'secret', 'a')
  await nextTurn()
  current = registry
  credentials.forgetVerified()
  const late = credentials.verify('alice', 'secret', 'a')
  await nextTurn()
  held.resolve(undefined)
  t.is(await early, undefined)
  t.like(await late, { name: 'alice' })
})

test('does not cache a result of the previous registry', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { registry, asked } = registryOf(() => 'secret')
  const slow: UserRegistry = {
    ...registry,
    async authenticate(name, password) {
      await held
      return registry.authenticate(name, password)
    },
  }
  const credentials = createCredentialVerifier(
    () => slow,
    () => 0,
    silentLog,
  )
  const early = credentials.verify('alice', 'secret', 'a')
  credentials.forgetVerified()
  release()
  await early

  await credentials.verify('alice', 'secret', 'a')
  t.is(asked.length, 2)
})

test('locks a name for an IP address after too many failures, also with the right password, until the lock ends', async (t) => {
  let now = 0
  const { registry } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => now,
    silentLog,
  )
  const guess = (password: string, address: string) => credentials.verify('alice', password, address)

  t.truthy(await guess('secret', 'guesser')) // remembered, and still not enough once the name is locked
  for (let call = 0; call < 10; call += 1) t.is(await guess(`wrong${call}`, 'guesser'), undefined)
  t.is(await guess('secret', 'guesser'), undefined)
  t.truthy(await guess('secret', 'somewhere else'))

  now += 59_999
  t.is(await guess('secret', 'guesser'), undefined)
  now += 1
  t.truthy(await guess('secret', 'guesser'))
})

test('while a name is locked, right and wrong passwords have the same result, without asking the registry', async (t) => {
  const { registry, asked } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  await credentials.verify('alice', 'secret', 'guesser')
  for (let call = 0; call < 60; call += 1) await credentials.verify('alice', `wrong${call}`, 'guesser')
  t.is(asked.length, 11)
  t.is(await credentials.verify('alice', 'secret', 'guesser'), undefined)
  t.is(asked.length, 11)
})

test('while a name has failures at many addresses, its user can sign in at familiar addresses only', async (t) => {
  const { registry } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  t.truthy(await credentials.verify('alice', 'secret', 'home'))
  for (let call = 0; call < 200; call += 1) await credentials.verify('alice', 'wrong', `address ${call}`)
  t.is(await credentials.verify('alice', 'secret', 'new'), undefined)
  t.truthy(await credentials.verify('alice', 'secret', 'home'))
  credentials.forgetVerified()
  t.truthy(await credentials.verify('alice', 'secret', 'home'))
})

test('slows down a name with failures at many addresses, each in another spelling', async (t) => {
  const spellings = createSpellings('alice', 200, 5)
  const { registry } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  for (let call = 0; call < 200; call += 1) await credentials.verify(spellings[call] ?? '', 'wrong', `address ${call}`)
  t.is(await credentials.verify('Alice', 'secret', 'new'), undefined)
  t.truthy(await credentials.verify('bob', 'secret', 'new'))
})

test('a right password resets the earlier failures', async (t) => {
  const { registry } = registryOf(() => 'secret')
  const credentials = createCredentialVerifier(
    () => registry,
    () => 0,
    silentLog,
  )
  for (let round = 0; round < 3; round += 1) {
    for (let call = 0; call < 9; call += 1) await credentials.verify('alice', `${call}`, 'a')
    credentials.forgetVerified()
    t.truthy(await credentials.verify('alice', 'secret', 'a'))
  }
})

test('checks three sign-ins at a time, and rejects more than 200 that wait', async (t) => {
  const held = Promise.withResolvers<undefined>()
  const { registry } = registryOf(() => 'secret')
  let running = 0
  const authenticate = () => {
    running += 1
    return held.promise
  }
  const credentials = createCredentialVerifier(
    () => ({ ...registry, authenticate }),
    () => 0,
    silentLog,
  )

  const waiting = Array.from({ length: 203 }, (_, each) => credentials.verify(`user${each}`, 'x', 'a'))
  const last = credentials.verify('one too many', 'x', 'a')
  const rejection = t.throwsAsync(last, { instanceOf: RegistryUnavailableError })
  await nextTurn()
  t.is(running, 3)
  held.resolve(undefined)
  await rejection
  t.is((await Promise.all(waiting)).length, 203)
})
