import test from 'ava'
import { buildSystemObjects, objectDefinitions } from '../../../../src/mq/manager/objects/object-definitions.ts'

const objects = buildSystemObjects('QM1', () => 0, '/data/QM1')

test('a queue manager begins with its own record', (t) => {
  t.like(objects[0], { kind: 'qmgr', name: 'QM1', type: 'QMGR' })
  t.like(objects[0]?.attributes, { CERTLABL: 'ibmwebspheremqqm1', SSLKEYR: '/data/QM1/ssl/key', DEADQ: '' })
})

for (const kind of Object.values(objectDefinitions)) {
  for (const type of kind.types) {
    const name = kind.defaultObject?.(type)
    if (name === undefined) continue
    test(`${name} lends to a new ${type}`, (t) => {
      t.like(
        objects.find((each) => each.kind === kind.kind && each.name === name),
        { type },
      )
    })
  }
}

for (const [name, type] of [
  ['SYSTEM.ADMIN.COMMAND.QUEUE', 'QLOCAL'],
  ['SYSTEM.DEAD.LETTER.QUEUE', 'QLOCAL'],
  ['SYSTEM.CLUSTER.TRANSMIT.QUEUE', 'QLOCAL'],
  ['SYSTEM.REST.REPLY.QUEUE', 'QMODEL'],
  ['SYSTEM.NDURABLE.MODEL.QUEUE', 'QMODEL'],
] as const) {
  test(`${name} is a ${type}`, (t) => {
    t.is(objects.find((each) => each.kind === 'queue' && each.name === name)?.type, type)
  })
}

test('no two objects of a kind share a name', (t) => {
  const keys = objects.map(({ kind, name }) => `${kind} ${name}`)
  t.is(new Set(keys).size, keys.length)
})

test('privileged users are kept out of every channel', (t) => {
  const rule = objects.find(({ kind, type }) => kind === 'chlauth' && type === 'BLOCKUSER')
  t.like(rule?.attributes, { CHLAUTH: '*', USERLIST: ['*MQADMIN'] })
})

test('the default subscription has an id, made like that of a message', (t) => {
  const subscription = objects.find(({ kind }) => kind === 'sub')
  t.is(subscription?.name, 'SYSTEM.DEFAULT.SUB')
  t.regex(subscription?.attributes.SUBID as string, /^414D5120[0-9A-F]{40}$/)
})
