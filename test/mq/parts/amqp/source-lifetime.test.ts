/** How long the subscription of a link remains without the link. AMQP 1.0 part 3, sections 3.5.3 and 3.5.6. */
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import type { Connection, Receiver } from 'rhea'
import { openBrokerAt, openReceiver, receive } from './_support/broker.ts'

async function open(t: ExecutionContext) {
  let passed = 0
  const broker = await openBrokerAt(() => Date.now() + passed)
  t.teardown(() => broker.close())
  return {
    ...broker,
    /** Lets seconds pass for the queue manager. */
    pass(seconds: number) {
      passed += seconds * 1000
    },
    publish: (body: string) => broker.connection.publish('life/time', { body: Buffer.from(body), format: 'MQSTR' }),
    subscriptions: async () => {
      const { responses } = await broker.connection.command("DISPLAY SUB(*) WHERE(TOPICSTR EQ 'life/time')")
      return responses.filter(({ attributes }) => attributes?.some(([key]) => key === 'SUB')).length
    },
  }
}

interface SourceOptions {
  readonly durable?: number
  readonly expiry_policy?: string
  readonly timeout?: number
  readonly capabilities?: readonly string[]
}

const attach = (client: Connection, source: SourceOptions, name = 'link') =>
  openReceiver(client, { name, source: { address: 'life/time', ...source } })

/** Resolves when the server has detached the link. */
async function detach(receiver: Receiver): Promise<void> {
  receiver.detach()
  await once(receiver, 'receiver_close')
}

async function close(client: Connection): Promise<void> {
  client.close()
  await once(client, 'connection_close')
}

async function bodyAt(receiver: Receiver): Promise<unknown> {
  const [received] = await receive(receiver, 1)
  received?.delivery.accept()
  return received?.message.body
}

const describe = ({ source }: Receiver) => {
  const { durable, expiry_policy, timeout } = source as unknown as SourceOptions
  return { durable, expiry_policy, timeout }
}

for (const [source, answered] of [
  [
    { expiry_policy: 'link-detach', timeout: 90 },
    { durable: 2, expiry_policy: 'link-detach', timeout: 90 },
  ],
  [
    { expiry_policy: 'session-end', timeout: 7, durable: 1 },
    { durable: 2, expiry_policy: 'session-end', timeout: 7 },
  ],
  [
    { expiry_policy: 'connection-close', timeout: 50 },
    { durable: 2, expiry_policy: 'connection-close', timeout: 50 },
  ],
  [
    { timeout: 12, durable: 2 },
    { durable: 2, expiry_policy: 'session-end', timeout: 12 },
  ],
  [
    { expiry_policy: 'never', durable: 0 },
    { durable: 2, expiry_policy: 'never', timeout: 0 },
  ],
  [
    { expiry_policy: 'link-detach', timeout: 30, capabilities: ['topic', 'shared'] },
    { durable: 2, expiry_policy: 'link-detach', timeout: 30 },
  ],
] as const satisfies readonly (readonly [SourceOptions, SourceOptions])[]) {
  test(`${JSON.stringify(source)}: the subscription remains for the timeout after its connection`, async (t) => {
    const { connect, publish, pass, subscriptions, isGone } = await open(t)
    const hasEnded = () => isGone("DISPLAY CONN(*) WHERE(CHANNEL EQ 'AMQP')", 'CONN')
    const first = await connect({ container_id: 'owner' })
    const receiver = await attach(first, source)
    t.deepEqual(describe(receiver), answered)
    pass(1000) // the timeout does not run while the link is attached
    await detach(receiver)
    await close(first)
    t.true(await hasEnded())
    await publish('missed')
    pass(Math.max(answered.timeout - 2, 1))
    const second = await connect({ container_id: 'owner' })
    const resumed = await attach(second, source)
    t.is(await bodyAt(resumed), 'missed')

    await detach(resumed)
    await close(second)
    t.true(await hasEnded())
    t.is(await subscriptions(), 1)
    await publish('too late')
    pass(answered.timeout + 2)
    const late = await attach(await connect({ container_id: 'owner' }), source)
    await publish('new')
    t.is(await bodyAt(late), answered.expiry_policy === 'never' ? 'too late' : 'new')
    late.close()
    await once(late, 'receiver_close')
    t.is(await subscriptions(), 0)
  })
}

for (const source of [{}, { durable: 2 }, { expiry_policy: 'connection-close' }, { expiry_policy: 'session-end' }]) {
  test(`${JSON.stringify(source)}: a detached link finds its subscription again on its connection`, async (t) => {
    const { connect, publish, isGone } = await open(t)
    const client = await connect()
    const receiver = await attach(client, source)
    const expiry_policy = source.expiry_policy ?? 'session-end'
    t.deepEqual(describe(receiver), { durable: 0, expiry_policy, timeout: 0 })
    await detach(receiver)
    await publish('meanwhile')
    t.is(await bodyAt(await attach(client, source)), 'meanwhile')
    await close(client)
    t.true(await isGone("DISPLAY SUB(*) WHERE(TOPICSTR EQ 'life/time')", 'SUB'))
  })
}

test('the end of a session ends what lasts as long as it, and not what lasts as long as the connection', async (t) => {
  const { connect, connection, isGone } = await open(t)
  const client = await connect()
  const session = client.create_session()
  session.open()
  for (const expiry_policy of ['session-end', 'connection-close']) {
    const source = { address: `life/${expiry_policy}`, expiry_policy }
    await detach(await openReceiver(session as unknown as Connection, { name: expiry_policy, source }))
  }
  session.close()
  t.true(await isGone("DISPLAY SUB(*) WHERE(TOPICSTR EQ 'life/session-end')", 'SUB'))
  await connection.publish('life/connection-close', { body: Buffer.from('kept'), format: 'MQSTR' })
  const source = { address: 'life/connection-close', expiry_policy: 'connection-close' }
  t.is(await bodyAt(await openReceiver(client, { name: 'connection-close', source })), 'kept')
})

test('link-detach without a timeout ends with the link, also when it is only detached', async (t) => {
  const { connect, isGone } = await open(t)
  const receiver = await attach(await connect(), { expiry_policy: 'link-detach' })
  t.deepEqual(describe(receiver), { durable: 0, expiry_policy: 'link-detach', timeout: 0 })
  await detach(receiver)
  t.true(await isGone("DISPLAY SUB(*) WHERE(TOPICSTR EQ 'life/time')", 'SUB'))
})

test('an expiry policy that the standard does not name is rejected with those that it names', async (t) => {
  const { connect } = await open(t)
  const rejected = await attach(await connect(), { expiry_policy: 'link-close' }).catch((error) => error)
  t.is(rejected.condition, 'amqp:invalid-field')
  t.regex(rejected.description, /link-close; send one of link-detach, session-end/)
})
