import test from 'ava'
import { bindingsOf, openServer, settings } from '../../../web/_support/server.ts'

const path = '/ibmmq/console/api/v1/layout'
const user = 'mqreader:mqreader'
const widget = { id: 'w1', kind: 'queues', title: 'Orders', columns: 2, manager: 'QM1' }

test('each user stores a layout, and a stale version does not replace a newer one', async (t) => {
  const { call } = await openServer(t, { xml: settings('', bindingsOf('com.ibm.mq.console')), console: true })
  const first = await call('GET', path, { user })
  t.deepEqual(first.json, { type: 'pages', dashboards: [] })
  const etag = String(first.headers.etag)
  const put = (body: object, headers: Record<string, string>) =>
    call('PUT', path, { user, body: JSON.stringify(body), headers })

  const layout = { type: 'dashboards', dashboards: [{ id: 'd1', title: 'Mine', widgets: [widget] }] }
  const stored = await put(layout, { 'if-match': etag })
  t.is(stored.status, 204)
  const second = await call('GET', path, { user })
  t.is(second.headers.etag, stored.headers.etag)
  t.like(second.json, { type: 'dashboards', dashboards: { 0: { title: 'Mine', widgets: { 0: widget } } } })

  const stale = await put({ type: 'pages', dashboards: [] }, { 'if-match': etag })
  t.deepEqual([stale.status, stale.json.error[0].msgId], [412, 'MQWB0044E'])
  const unnamed = await put(layout, {})
  t.deepEqual([unnamed.status, unnamed.json.error[0].msgId], [428, 'MQWB0043E'])
  const other = await call('GET', path, { user: 'app:passw0rd' })
  t.deepEqual(other.json.dashboards, [])
  t.is((await call('GET', path, { user: 'nobody:nothing' })).status, 403)

  const current = { 'if-match': String(stored.headers.etag) }
  for (const [what, body, message] of [
    [
      'an unknown kind',
      withWidget({ ...widget, kind: 'queue' }),
      /'dashboards\[0\]\.widgets\[0\]\.kind' is not valid: it must be one of/,
    ],
    ['no kind', withWidget({ ...widget, kind: undefined }), /'dashboards\[0\]\.widgets\[0\]\.kind' is not valid/],
    [
      'a width of 5',
      withWidget({ ...widget, columns: 5 }),
      /'dashboards\[0\]\.widgets\[0\]\.columns' is not valid: .* from 1 to 4/,
    ],
    ['a path as id', withWidget({ ...widget, id: '../x' }), /'dashboards\[0\]\.widgets\[0\]\.id' is not valid/],
    ['no title', withWidget({ ...widget, title: '' }), /'dashboards\[0\]\.widgets\[0\]\.title' is missing/],
    [
      'a text as widget',
      { dashboards: [{ id: 'd', title: 't', widgets: ['x'] }] },
      /'dashboards\[0\]\.widgets' is not valid/,
    ],
    ['an unknown member', { ...withWidget(widget), typ: 'pages' }, /'typ'.*type/],
    ['an unknown member of a widget', withWidget({ ...widget, colums: 2 }), /widgets\[0\]\.colums'.*columns/],
    ['an id twice', { dashboards: [dashboard('a'), dashboard('a')] }, /it is given twice/],
    ['21 dashboards', { dashboards: Array.from({ length: 21 }, (_, n) => dashboard(`d${n}`)) }, /at most 20/],
  ] as const) {
    const refused = await put(body, current)
    t.is(refused.status, 400, what)
    t.regex(refused.json.error[0].message, message, what)
  }
})

function dashboard(id: string) {
  return { id, title: id, widgets: [] }
}

function withWidget(one: object) {
  return { dashboards: [{ id: 'd1', title: 'Mine', widgets: [one] }] }
}
