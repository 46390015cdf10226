import test from 'ava'
import { openBench } from './support.ts'

test('the AMQP service runs with the queue manager, and its start is accepted', async (t) => {
  const { run, show } = openBench()
  t.deepEqual(await run('START SERVICE(SYSTEM.AMQP.SERVICE)'), ['AMQ8733I: Request to start Service accepted.'])
  const shown = await show('DISPLAY SVSTATUS(SYSTEM.AMQP.SERVICE) ALL')
  t.like(shown, { SERVICE: 'SYSTEM.AMQP.SERVICE', STATUS: 'RUNNING', SERVTYPE: 'SERVER' })
  t.is((await show('DISPLAY SVSTATUS(*)')).STATUS, 'RUNNING')
})

test('other services are refused with words', async (t) => {
  const { run } = openBench()
  t.regex(String(await run('START SERVICE(SYSTEM.DEFAULT.SERVICE)')), /is not run by the queue manager/)
  t.regex(String(await run('STOP SERVICE(SYSTEM.AMQP.SERVICE)')), /runs as long as the queue manager; STOP CHANNEL/)
  t.regex(String(await run('START SERVICE(NONE)')), /AMQ8147E/)
  t.regex(String(await run('DISPLAY SVSTATUS(SYSTEM.DEFAULT.SERVICE)')), /AMQ8147E/)
})
