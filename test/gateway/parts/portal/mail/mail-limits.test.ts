import test from 'ava'
import { type MailLimits, openMailLimits } from '../../../../../src/gateway/parts/portal/mail/mail-limits.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'

const hourMs = 3_600_000

function open() {
  const time = { now: 7 * hourMs }
  const clock = () => time.now
  const counters = openMemoryStore({ clock })
  const limitsOf = (path: string) => openMailLimits({ counters, clock, catalog: { path } as never })
  return { time, limits: limitsOf('/acme/sandbox'), limitsOf }
}

/** Returns how many of 1,100 calls pass before the first is refused. */
async function countPassed(call: () => Promise<void>): Promise<number> {
  for (let passed = 0; passed < 1_100; passed += 1) {
    const error = await call().then(
      () => undefined,
      (caught: { problem?: { code: string } }) => caught,
    )
    if (error) {
      if (error.problem?.code !== 'too_many_mails') throw error
      return passed
    }
  }
  return Number.POSITIVE_INFINITY
}

for (const [title, call, allowed] of [
  ['requests from a network', (limits) => limits.countRequest('10.0.0.0/24'), 30],
  ['attempts to redeem links from a network', (limits) => limits.countRedemption('10.0.0.0/24'), 30],
  ['verifications by a sender', (limits) => limits.countSender('verification', 'anna'), 5],
  ['resets by a sender', (limits) => limits.countSender('password reset', 'anna'), 5],
  ['decisions by a sender', (limits) => limits.countSender('decision', 'anna'), 200],
  ['notes of changed passwords by a sender', (limits) => limits.countSender('password changed', 'anna'), Infinity],
  ['notes of secrets that expire by a sender', (limits) => limits.countSender('secret expiry', 'anna'), Infinity],
  ['verifications to a recipient', (limits) => limits.countRecipient('verification', 'a@b.c'), 5],
  ['resets to a recipient', (limits) => limits.countRecipient('password reset', 'a@b.c'), 10],
  ['notes of changed passwords to a recipient', (limits) => limits.countRecipient('password changed', 'a@b.c'), 10],
  ['decisions to a recipient', (limits) => limits.countRecipient('decision', 'a@b.c'), 60],
  ['notes of secrets that expire to a recipient', (limits) => limits.countRecipient('secret expiry', 'a@b.c'), 1_000],
] as [string, (limits: MailLimits) => Promise<void>, number][])
  test(`an hour allows ${allowed === Infinity ? 'any number of' : allowed} ${title}`, async (t) => {
    const { time, limits } = open()
    t.is(await countPassed(() => call(limits)), allowed)
    time.now += hourMs
    t.true((await countPassed(() => call(limits))) > 0)
  })

test('networks, senders, recipients and kinds count apart', async (t) => {
  const { limits } = open()
  await countPassed(() => limits.countRequest('10.0.0.0/24'))
  await countPassed(() => limits.countSender('verification', 'anna'))
  await countPassed(() => limits.countRecipient('verification', 'anna@example.com'))
  await t.notThrowsAsync(limits.countRequest('10.0.1.0/24'))
  await t.notThrowsAsync(limits.countRedemption('10.0.0.0/24'))
  await t.notThrowsAsync(limits.countSender('verification', 'bob'))
  await t.notThrowsAsync(limits.countSender('password reset', 'anna'))
  await t.notThrowsAsync(limits.countRecipient('verification', 'bob@example.com'))
  await t.notThrowsAsync(limits.countRecipient('password reset', 'anna@example.com'))
})

test('recipients and networks count over all portals, senders at theirs', async (t) => {
  const { limits, limitsOf } = open()
  const other = limitsOf('/acme/other')
  await countPassed(() => limits.countRecipient('verification', 'anna@example.com'))
  await countPassed(() => limits.countSender('verification', 'anna'))
  await countPassed(() => limits.countRequest('10.0.0.0/24'))
  t.is(await countPassed(() => other.countRecipient('verification', 'anna@example.com')), 0)
  t.is(await countPassed(() => other.countRequest('10.0.0.0/24')), 0)
  t.is(await countPassed(() => other.countSender('verification', 'anna')), 5)
})

test('requests of strangers do not use up the e-mails that the owner of an address has requested', async (t) => {
  const { limits } = open()
  await countPassed(() => limits.countRecipient('verification', 'anna@example.com'))
  const own = () => limits.countRecipient('verification', 'anna@example.com', { isOwn: true })
  t.is(await countPassed(own), 5)
  t.is(await countPassed(() => limits.countRecipient('verification', 'b@example.com', { isOwn: false })), 5)
})

for (const spelling of ['ANNA@example.com', 'anna+1@example.com', 'anna+a+b\n@Example.COM', 'ａnna@example.com'])
  test(`${JSON.stringify(spelling)} counts as the mailbox anna@example.com`, async (t) => {
    const { limits } = open()
    await countPassed(() => limits.countRecipient('verification', 'anna@example.com'))
    t.is(await countPassed(() => limits.countRecipient('verification', spelling)), 0)
  })

for (const other of ['anna@example.org', 'hanna@example.com', 'anna@x@example.com', 'anna@example+1.com'])
  test(`${other} counts as another mailbox than anna@example.com`, async (t) => {
    const { limits } = open()
    await countPassed(() => limits.countRecipient('verification', 'anna@example.com'))
    t.is(await countPassed(() => limits.countRecipient('verification', other)), 5)
  })

test('a refusal says how long the hour still takes', async (t) => {
  const { time, limits } = open()
  time.now += 600_000
  await countPassed(() => limits.countSender('verification', 'anna'))
  const error = (await limits.countSender('verification', 'anna').catch((caught) => caught)) as { headers: object }
  t.deepEqual(error.headers, { 'Retry-After': '3000' })
})
