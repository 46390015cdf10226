import test from 'ava'
import {
  listQueueAccessFacts,
  readQueueAccess,
} from '../../../../../src/gateway/config/documents/members/queue-access.ts'
import { type MemberPath, renderMemberPath } from '../../../../../src/gateway/config/text/parsed-document.ts'
import { location } from '../../../data-plane/_support/documents.ts'

const definition = { key: 'oauth', type: 'oauth2', settings: {}, location }
const security = [{ all: [{ definition, scopes: ['mq.put'] }], location }]

function read(written: Parameters<typeof readQueueAccess>[0], needed = security) {
  const problems: string[] = []
  const reading = {
    source: { locate: () => location },
    problems: {
      memberError: (_: unknown, path: MemberPath, message: string) =>
        problems.push(`${renderMemberPath(path)} ${message}`),
    },
  }
  const operation = { template: '/qmgr/{qmgr}/queue/{queue}', path: ['paths', 'x', 'get'], security: needed }
  return { access: readQueueAccess(written, operation, reading as never), problems }
}

test('reads where calls name a queue, and lists it', (t) => {
  const { access, problems } = read({ qmgr: 'qmgr', queue: 'queue' })
  t.deepEqual(problems, [])
  t.deepEqual(access, { qmgr: 'qmgr', queue: 'queue', modes: undefined, commands: undefined, location })
  t.deepEqual([...listQueueAccessFacts(access)], [['queue', '{queue} of {qmgr}']])
})

test('reads rules of commands', (t) => {
  const { access, problems } = read({ qmgr: 'qmgr', mqsc: ['dis ql(orders.*)', '* *(*)', 'DISPLAY QMGR'] })
  t.deepEqual(problems, [])
  t.deepEqual(access?.commands, [
    { verb: 'DISPLAY', object: 'QLOCAL', name: 'ORDERS.*' },
    { verb: '*', object: '*', name: '*' },
    { verb: 'DISPLAY', object: 'QMGR', name: undefined },
  ])
})

for (const [written, expected] of [
  [{ qmgr: 'manager', queue: 'queue' }, /\.qmgr is not a parameter of the path/],
  [{ qmgr: 'qmgr', queue: 'q' }, /\.queue is not a parameter of the path .*"q"/],
  [{ qmgr: 'qmgr' }, /must have either queue, .* or mqsc/],
  [{ qmgr: 'qmgr', queue: 'queue', mqsc: ['DISPLAY QMGR'] }, /must have either queue/],
  [{ qmgr: 'qmgr', mqsc: ['DISPLAY QLOCAL(A) ALL'] }, /mqsc\[0\] is not a verb, an object and a name/],
] as const) {
  test(`reports ${JSON.stringify(written)}`, (t) => {
    t.regex(read(written as never).problems.join('; '), expected)
  })
}

test('reports the member of an operation without a scope of queues', (t) => {
  const other = [{ all: [{ definition, scopes: ['customer'] }], location }]
  t.regex(read({ qmgr: 'qmgr', queue: 'queue' }, other).problems.join(), /has no effect: .* none of the scopes mq\.put/)
})
