import test from 'ava'
import { requireSuccess } from '../../../_support/require-success.ts'
import { openServer, settings, type TestServer } from '../_support/server.ts'

const path = '/ibmmq/rest/v3/admin/metrics'
const message = (queue: string) => `/ibmmq/rest/v3/messaging/qmgr/QM1/queue/${queue}/message`
const application = {
  user: 'app:passw0rd',
  headers: { 'content-type': 'text/plain', 'ibm-mq-md-persistence': 'persistent' },
}
const commands = [
  'DEFINE QLOCAL(APP.A) MAXDEPTH(10)',
  'DEFINE QLOCAL(APP.B)',
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE('APP.**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET)",
]

/** The samples by name and labels. */
async function scrape({ call }: TestServer, user = 'mqreader:mqreader'): Promise<Map<string, number>> {
  const { text, headers } = await call('GET', path, { user })
  if (headers['content-type'] !== 'text/plain; version=0.0.4; charset=utf-8') throw new Error(text)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

test('counts what happens on a queue: three puts, one get', async (t) => {
  const server = await openServer(t, { commands })
  const before = await scrape(server)
  for (const body of ['1', '2', '3']) {
    t.is((await server.call('POST', message('APP.A'), { ...application, body })).status, 201)
  }
  t.is((await server.call('DELETE', message('APP.A'), application)).status, 200)

  const samples = await scrape(server)
  const ofQueue = (name: string, queue = 'APP.A') => samples.get(`sluice_mq_queue_${name}{qmgr="QM1",queue="${queue}"}`)
  t.is(ofQueue('messages'), 2)
  t.is(ofQueue('max_messages'), 10)
  t.is(ofQueue('puts_total'), 3)
  t.is(ofQueue('gets_total'), 1)
  t.true((ofQueue('oldest_message_seconds') ?? -1) >= 0)
  t.is(ofQueue('messages', 'APP.B'), 0)
  t.is(ofQueue('oldest_message_seconds', 'APP.B'), 0)

  const ofManager = (name: string) => samples.get(`sluice_mq_${name}{qmgr="QM1"}`)
  t.is(ofManager('queue_manager_running'), 1)
  t.is(samples.get('sluice_mq_queue_manager_state{qmgr="QM1",state="running"}'), 1)
  const added = (name: string) => (ofManager(name) ?? 0) - (before.get(`sluice_mq_${name}{qmgr="QM1"}`) ?? 0)
  t.deepEqual([added('messages'), added('puts_total'), added('gets_total')], [2, 3, 1])
  t.is(ofManager('connections'), 0)
  t.is(ofManager('queues_omitted'), 0)

  t.regex(
    [...samples.keys()].join('\n'),
    /^sluice_mqweb_build_info\{version="\d+\.\d+\.\d+",revision="[0-9a-f]{40}",node=/m,
  )
  const commits = samples.get('sluice_mq_store_commit_seconds_count{qmgr="QM1"}') ?? 0
  t.true(commits >= 4, `each acknowledged change was committed, found ${commits}`)
  t.true((ofManager('store_commit_seconds_sum') ?? 0) > 0)
  t.is(samples.get('sluice_mq_store_commit_seconds_bucket{qmgr="QM1",le="+Inf"}'), commits)
  t.is(ofManager('store_commit_failures_total'), 0)

  const free = samples.get('sluice_mq_disk_free_bytes') ?? 0
  t.true(free > 0 && free <= (samples.get('sluice_mq_disk_size_bytes') ?? 0))
  t.is(samples.get('sluice_mqweb_responses_total{status="201"}'), 3)
})

test('counts responses by status, those of errors included', async (t) => {
  const server = await openServer(t)
  const before = await scrape(server)
  await server.call('GET', '/ibmmq/rest/v3/admin/qmgr')
  await server.call('GET', '/ibmmq/rest/v3/admin/qmgr', { user: 'mqadmin:wrong' })
  await server.call('GET', '/ibmmq/rest/v3/admin/qmgr', { user: 'nobody:nothing' })
  await server.call('GET', '/ibmmq/rest/v3/nothing', { user: 'mqadmin:mqadmin' })
  const after = await scrape(server)
  const added = [200, 401, 403, 404, 500].map((status) => {
    const name = `sluice_mqweb_responses_total{status="${status}"}`
    return (after.get(name) ?? 0) - (before.get(name) ?? 0)
  })
  t.deepEqual(added, [1, 2, 1, 1, 0], 'the first scrape is the response with status 200')
})

test('a queue manager that has ended has a state, and nothing else', async (t) => {
  const server = await openServer(t)
  await server.installation.find('QM1')?.end('immediate')
  const samples = await scrape(server)
  t.is(samples.get('sluice_mq_queue_manager_running{qmgr="QM1"}'), 0)
  t.is(samples.get('sluice_mq_queue_manager_state{qmgr="QM1",state="endedImmediately"}'), 1)
  t.is(samples.get('sluice_mq_messages{qmgr="QM1"}'), undefined)
})

test('shows as many queues as a property allows, those of applications first, and sums over all', async (t) => {
  const xml = settings('<variable name="mqRestMetricsMaxQueues" value="2"/>')
  const server = await openServer(t, { xml, commands: [...commands, 'DEFINE QLOCAL(APP.C)'] })
  const before = await scrape(server)
  await requireSuccess(server.call('POST', message('APP.C'), { ...application, body: 'x' }))

  const samples = await scrape(server)
  const shown = [...samples.keys()].filter((key) => key.startsWith('sluice_mq_queue_messages'))
  t.deepEqual(
    shown.sort(),
    ['APP.A', 'APP.B'].map((queue) => `sluice_mq_queue_messages{qmgr="QM1",queue="${queue}"}`),
  )
  const sum = 'sluice_mq_messages{qmgr="QM1"}'
  t.is((samples.get(sum) ?? 0) - (before.get(sum) ?? 0), 1)
  const queues = samples.get('sluice_mq_queues{qmgr="QM1"}') ?? 0
  t.is(samples.get('sluice_mq_queues_omitted{qmgr="QM1"}'), queues - 2)
})

test('serves administrators and observers only, and no user where the property is false', async (t) => {
  const { call, configure } = await openServer(t)
  const status = async (user?: string) => (await call('GET', path, user === undefined ? {} : { user })).status
  t.deepEqual([await status(), await status('nobody:nothing'), await status('app:passw0rd')], [401, 403, 403])
  t.deepEqual([await status('mqadmin:mqadmin'), await status('mqreader:mqreader')], [200, 200])
  t.is((await call('GET', `${path}?queue=A`, { user: 'mqadmin:mqadmin' })).status, 400)

  await configure(settings('<variable name="mqRestMetricsEnabled" value="false"/>'))
  t.is(await status('mqadmin:mqadmin'), 404)
})
