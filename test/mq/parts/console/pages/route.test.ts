import test from 'ava'
import {
  buildManagerLink,
  buildObjectLink,
  parsePageRoute,
} from '../../../../../src/mq/parts/console/kit/routing/page-route.ts'

for (const [hash, route] of [
  ['', { page: 'home' }],
  ['#/home', { page: 'home' }],
  ['#/qmgr', { page: 'managers' }],
  ['#/qmgr/QM1', { page: 'section', manager: 'QM1', section: 'overview' }],
  ['#/qmgr/QM1/queues', { page: 'section', manager: 'QM1', section: 'queues' }],
  ['#/qmgr/QM1/nothing', { page: 'notFound' }],
  ['#/qmgr/%zz', { page: 'notFound' }],
  ['#/elsewhere', { page: 'notFound' }],
  ['#/file-transfer', { page: 'fileTransfer', section: 'transfers', name: undefined }],
  ['#/file-transfer/agents', { page: 'fileTransfer', section: 'agents', name: undefined }],
  ['#/file-transfer/transfers/414D', { page: 'fileTransfer', section: 'transfers', name: '414D' }],
  ['#/file-transfer/agents/AGENT1', { page: 'notFound' }],
  ['#/file-transfer/nothing', { page: 'notFound' }],
  ['#/qmgr/QM1/queues/A/properties/more', { page: 'notFound' }],
] as const) {
  test(`${hash || 'no hash'} leads to ${JSON.stringify(route)}`, (t) => {
    t.deepEqual(parsePageRoute(hash), route)
  })
}

test('names of any characters come back from an address as they were', (t) => {
  const name = `a/b%2F#?&"<>é\u{1f600} .`
  t.deepEqual(parsePageRoute(buildObjectLink(name, 'subscriptions', name, 'properties')), {
    page: 'object',
    manager: name,
    section: 'subscriptions',
    name,
    tab: 'properties',
  })
  t.like(parsePageRoute(buildManagerLink(name, 'mqsc')), { page: 'section', manager: name, section: 'mqsc' })
})
