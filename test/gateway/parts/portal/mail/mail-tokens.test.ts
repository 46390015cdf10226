import test from 'ava'
import { type MailTokenFacts, openMailTokens } from '../../../../../src/gateway/parts/portal/mail/mail-tokens.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'

const hourMs = 3_600_000
const reset: MailTokenFacts = { purpose: 'reset password', name: 'Anna', email: 'anna@example.com', stamp: '1' }
const verify: MailTokenFacts = { ...reset, purpose: 'verify email' }

function open() {
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const tokensAt = (path: string) => openMailTokens(path, { store, clock }, (name) => name.toLowerCase())
  return { time, store, tokens: tokensAt('/acme/sandbox'), tokensAt }
}

test('a token is redeemed once, for what it was made', async (t) => {
  const { tokens } = open()
  const token = await tokens.create(reset)
  t.is(await tokens.redeem(token, 'verify email'), undefined)
  t.deepEqual(await tokens.redeem(token, 'reset password'), reset)
  t.is(await tokens.redeem(token, 'reset password'), undefined)
})

test('of concurrent attempts to redeem a token, one succeeds', async (t) => {
  const { tokens } = open()
  const token = await tokens.create(reset)
  const results = await Promise.all(Array.from({ length: 5 }, () => tokens.redeem(token, 'reset password')))
  t.is(results.filter((each) => each !== undefined).length, 1)
})

for (const [facts, lifeMs] of [
  [reset, hourMs],
  [verify, 24 * hourMs],
] as const)
  test(`a token to ${facts.purpose} lives for ${lifeMs / hourMs} h`, async (t) => {
    const { time, tokens } = open()
    const [early, late] = [await tokens.create(facts), await tokens.create(facts)]
    time.now += lifeMs - 1
    t.deepEqual(await tokens.redeem(early, facts.purpose), facts)
    time.now += 1
    t.is(await tokens.redeem(late, facts.purpose), undefined)
  })

test('all tokens of a user end together, in each spelling of the name, and no others', async (t) => {
  const { tokens } = open()
  const own = [await tokens.create(reset), await tokens.create({ ...verify, name: 'ANNA' })]
  const other = await tokens.create({ ...reset, name: 'bob' })
  await tokens.revokeAll('anna')
  t.is(await tokens.redeem(own[0] as string, 'reset password'), undefined)
  t.is(await tokens.redeem(own[1] as string, 'verify email'), undefined)
  t.truthy(await tokens.redeem(other, 'reset password'))
})

test('a token is for one portal only', async (t) => {
  const { tokens, tokensAt } = open()
  const token = await tokens.create(reset)
  await tokensAt('/acme/other').revokeAll('anna')
  t.is(await tokensAt('/acme/other').redeem(token, 'reset password'), undefined)
  t.truthy(await tokens.redeem(token, 'reset password'))
})

test('tokens have 256 random bits, and the store has no token', async (t) => {
  const { store, tokens } = open()
  const token = await tokens.create(reset)
  t.regex(token, /^[\w-]{43}$/)
  t.not(token, await tokens.create(reset))
  const stored = await store.list('portal-mail-tokens /acme/sandbox')
  t.is(stored.length, 2)
  t.false(JSON.stringify(stored).includes(token))
})

test('an unknown token is for nothing', async (t) => {
  t.is(await open().tokens.redeem('', 'reset password'), undefined)
})
