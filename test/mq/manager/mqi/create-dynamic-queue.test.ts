import test from 'ava'
import { openHeldStore } from '../_support/held-store.ts'
import { addSystemObjects, benchFor, benchOver, refuses } from '../_support/manager.ts'

const model = 'SYSTEM.DEFAULT.MODEL.QUEUE'
const app = { name: 'app', groups: [], privileged: false }

test('a dynamic queue needs GET authority for its model', async (t) => {
  const { connection, connect, running } = benchFor(t)
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
  await connection.command(`SET AUTHREC PROFILE(${model}) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,BROWSE)`)
  const before = running.objects.list('queue').length
  const error = await refuses(t, connect(app).createDynamicQueue(model), 2035)
  t.is(error.object, model)
  t.is(running.objects.list('queue').length, before)
  await connection.command(`SET AUTHREC PROFILE(${model}) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)`)
  t.regex(await connect(app).createDynamicQueue(model), /^AMQ\../)
})

test('a model that does not exist and a name that exists are rejected', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  t.is((await refuses(t, connection.createDynamicQueue('NONE'), 2085)).object, 'NONE')
  t.is((await refuses(t, connection.createDynamicQueue(model, 'A'), 4001)).object, 'A')
  t.is(await connection.createDynamicQueue(model, 'B'), 'B')
})

for (const [DEFTYPE, remains] of [
  ['TEMPDYN', false],
  ['PERMDYN', true],
] as const)
  test(`a ${DEFTYPE} queue ${remains ? 'remains' : 'is removed'} when its connection ends`, async (t) => {
    const { connection, define, running } = benchFor(t)
    await define('queue', 'QMODEL', 'M', { DEFTYPE })
    const name = await connection.createDynamicQueue('M')
    await connection.close()
    t.is(running.queues.find(name) !== undefined, remains)
  })

test('a dynamic queue that could not be stored leaves nothing for the end of the connection', async (t) => {
  const store = openHeldStore()
  await addSystemObjects(store)
  const { connection, running, define } = benchOver(t, store)
  store.hold()
  const refused = refuses(t, connection.createDynamicQueue(model, 'A'), 2192)
  await store.isHeld()
  t.truthy(running.queues.find('A'))
  store.release('full')
  await refused
  t.is(running.queues.find('A'), undefined)
  await define('queue', 'QLOCAL', 'A')
  await connection.close()
  t.truthy(running.queues.find('A'), 'a later queue of this name is not removed')
})
