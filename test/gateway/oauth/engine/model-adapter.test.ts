import test from 'ava'
import { buildModelAdapter } from '../../../../src/gateway/oauth/engine/model-adapter.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'

const storageKeys = buildStorageKeys('/acme/sandbox/oauth')

function open(model: string, changed: Partial<StateStore> = {}) {
  const time = { now: 1_700_000_000_900 }
  const clock = () => time.now
  const store = { ...openMemoryStore({ clock }), ...changed }
  return { time, store, adapter: buildModelAdapter(model, store, storageKeys, clock) }
}

test('a record is stored for its life in seconds, and one without a life for ever', async (t) => {
  const { adapter, time } = open('Session')
  await adapter.upsert('session', { accountId: 'alice' }, 60)
  await adapter.upsert('endless', { accountId: 'bob' }, undefined as never)
  time.now += 59_999
  t.truthy(await adapter.find('session'))
  time.now += 1
  t.is(await adapter.find('session'), undefined)
  time.now += 1e12
  t.truthy(await adapter.find('endless'))
})

test('a record has the second of its consumption, and none before', async (t) => {
  const { adapter, time } = open('AuthorizationCode')
  await adapter.upsert('code', { accountId: 'alice' }, 60)
  const unused = await adapter.find('code')
  t.like(unused, { accountId: 'alice', jti: 'code' })
  t.false('consumed' in (unused ?? {}))

  await adapter.consume('code')
  t.like(await adapter.find('code'), { accountId: 'alice', jti: 'code', consumed: 1_700_000_000, consumedAt: time.now })
})

test('finds a record by its uid, and none by an unknown one', async (t) => {
  const { adapter } = open('Session')
  await adapter.upsert('session', { uid: 'u-1', accountId: 'alice' }, 60)
  t.like(await adapter.findByUid('u-1'), { jti: 'session', accountId: 'alice' })
  t.is(await adapter.findByUid('u-2'), undefined)
})

test('removes a record', async (t) => {
  const { adapter } = open('Session')
  await adapter.upsert('session', { accountId: 'alice' }, 60)
  await adapter.upsert('other', { accountId: 'bob' }, 60)
  await adapter.destroy('session')
  t.is(await adapter.find('session'), undefined)
  t.like(await adapter.find('other'), { accountId: 'bob' })
})

test('a chain consists of its grant and of the records that name it', async (t) => {
  const grants = open('Grant')
  const codes = open('AuthorizationCode', grants.store)
  for (const chain of ['chain-1', 'chain-2']) {
    await grants.adapter.upsert(chain, { accountId: 'alice' }, 60)
    await codes.adapter.upsert(`code of ${chain}`, { grantId: chain }, 60)
  }
  await codes.adapter.upsert('code without a chain', { accountId: 'alice' }, 60)

  await codes.adapter.revokeByGrantId('chain-1')
  t.is(await grants.adapter.find('chain-1'), undefined)
  t.is(await codes.adapter.find('code of chain-1'), undefined)
  t.truthy(await grants.adapter.find('chain-2'))
  t.truthy(await codes.adapter.find('code of chain-2'))
  t.truthy(await codes.adapter.find('code without a chain'))
})

test('rejects when the store cannot save the record', async (t) => {
  const { adapter } = open('Session', {
    save: async () => {
      throw new StateStoreError('full', 'the disk is full')
    },
  })
  await t.throwsAsync(adapter.upsert('session', { accountId: 'alice' }, 60), { message: 'the disk is full' })
})
