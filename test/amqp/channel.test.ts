import test from 'ava'
import { brokerFor, openReceiver, openSender, receive, send } from './_support/broker.ts'

test('a message that a client sends is on the queue, and another client receives it', async (t) => {
  const { connect, connection } = await brokerFor(t)
  const sender = await openSender(await connect(), 'A')
  t.deepEqual(await send(sender, { body: 'hello', durable: true }), { outcome: 'accepted' })
  t.like(await connection.browse('A'), { format: 'MQSTR', persistence: 'persistent', userId: 'app' })

  const receiver = await openReceiver(await connect(), 'A')
  const [first] = await receive(receiver, 1)
  t.is(first?.message.body, 'hello')
  first?.delivery.accept()
})
