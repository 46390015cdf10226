import test from 'ava'
import { type Identity, openIdentityCache } from '../../../../src/mq/web/identity/user-registry.ts'

/** A cache over a registry with the user alice. */
function open() {
  const time = { now: 1_000_000 }
  const groups = { ofAlice: ['staff'] }
  const asked: string[] = []
  const outage: { error?: Error } = {}
  const cache = openIdentityCache(
    () => time.now,
    async (name): Promise<Identity | undefined> => {
      asked.push(name)
      if (outage.error) throw outage.error
      return name === 'alice' ? { name, groups: groups.ofAlice } : undefined
    },
  )
  return { cache, time, groups, asked, outage }
}

for (const name of ['alice', 'mallory']) {
  test(`keeps for 2.5 seconds that ${name} ${name === 'alice' ? 'exists' : 'does not exist'}`, async (t) => {
    const { cache, time, asked } = open()
    const first = await cache.find(name)
    t.is(first?.name, name === 'alice' ? name : undefined)
    time.now += 2_499
    t.is(await cache.find(name), first)
    t.deepEqual(asked, [name])
    time.now += 1
    t.deepEqual(await cache.find(name), first)
    t.deepEqual(asked, [name, name])
  })
}

test('a user has the new groups once the kept ones have expired', async (t) => {
  const { cache, time, groups } = open()
  await cache.find('alice')
  groups.ofAlice = ['staff', 'admins']
  time.now += 2_500
  t.deepEqual((await cache.find('alice'))?.groups, ['staff', 'admins'])
})

test('keeps a user that was set, for 2.5 seconds', async (t) => {
  const { cache, time, asked } = open()
  const alice = { name: 'alice', groups: [] }
  cache.set('alice', alice)
  time.now += 2_499
  t.is(await cache.find('alice'), alice)
  t.deepEqual(asked, [])
  time.now += 1
  t.deepEqual((await cache.find('alice'))?.groups, ['staff'])
})

test('does not keep an error of the registry', async (t) => {
  const { cache, outage } = open()
  outage.error = new Error('no response')
  t.is(await t.throwsAsync(cache.find('alice')), outage.error)
  delete outage.error
  t.like(await cache.find('alice'), { name: 'alice' })
})
