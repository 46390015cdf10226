/** File transfer over REST in a fresh sandbox, with the requests of the product's public samples. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { sandbox as product } from '../_support/shared-sandbox.ts'

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  json: any
}

/** A request as curl sends it: `-k -u user:password`. */
function call(
  method: string,
  url: string,
  options: { user?: string; body?: unknown; csrf?: string } = {},
): Promise<Reply> {
  const { user = 'mftadmin:mftadmin', body, csrf = 'value' } = options
  const headers = { 'Content-Type': 'application/json', 'ibm-mq-rest-csrf-token': csrf }
  return new Promise((resolve, reject) => {
    const target = url.startsWith('https:') ? url : `${product.mqweb}/ibmmq/rest/v3/admin/mft/${url}`
    const sent = request(target, { method, auth: user, headers, rejectUnauthorized: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json: unknown = text === '' ? undefined : JSON.parse(text)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const root = (agent: string) => join(product.data, 'transfer', agent)

async function writeSource(name: string, content: string): Promise<string> {
  const path = join(root('AGENT1'), name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  return path
}

/** The body of the sample `perform_transfer.py`. */
function transferBody(source: string, destination: string, more: object = {}) {
  return {
    job: { name: 'Transfer Job' },
    sourceAgent: { qmgrName: 'QM1', name: 'AGENT1' },
    destinationAgent: { qmgrName: 'QM1', name: 'AGENT2' },
    transferSet: {
      item: [
        {
          checksum: 'md5',
          mode: 'text',
          source: { name: source, type: 'file' },
          destination: { name: destination, type: 'directory' },
        },
      ],
    },
    ...more,
  }
}

async function whenEnded(t: ExecutionContext, url: string): Promise<Reply['json']> {
  for (;;) {
    const { status, json } = await call('GET', `${url}?attributes=*`)
    t.is(status, 200, JSON.stringify(json))
    if (json.transfer[0].statistics.endTime !== '') return json.transfer[0]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test.serial('both agents are ready', async (t) => {
  const { status, json } = await call('GET', 'agent/')
  t.is(status, 200)
  t.deepEqual(json, {
    agent: [
      { name: 'AGENT1', state: 'ready', type: 'standard' },
      { name: 'AGENT2', state: 'ready', type: 'standard' },
    ],
  })
  const one = (await call('GET', 'agent/agent1?attributes=*')).json.agent[0]
  t.is(one.qmgrConnection.qmgrName, 'QM1')
  t.is(one.general.statusPublicationRate, 300)
  t.deepEqual((await call('GET', 'agent?name=*2&type=standard&state=ready')).json.agent.length, 1)
  t.is((await call('GET', 'agent/NOBODY')).json.error[0].msgId, 'MQWB0408E')
})

test.serial('a transfer is accepted, runs and is described with every attribute', async (t) => {
  const source = await writeSource('report.txt', 'one line\n')
  const posted = await call('POST', 'transfer', { body: transferBody(source, join(root('AGENT2'), 'reports')) })
  t.is(posted.status, 202, JSON.stringify(posted.json))
  const url = posted.headers.location as string
  t.regex(url, /^https:\/\/[^/]+\/ibmmq\/rest\/v3\/admin\/mft\/transfer\/414D51[0-9A-F]{42}$/)

  const transfer = await whenEnded(t, url)
  t.is(await readFile(join(root('AGENT2'), 'reports', 'report.txt'), 'utf8'), 'one line\n')
  t.like(transfer, {
    id: url.split('/').at(-1),
    job: { name: 'Transfer Job' },
    sourceAgent: { name: 'AGENT1', qmgrName: 'QM1' },
    destinationAgent: { name: 'AGENT2', qmgrName: 'QM1' },
    originator: { userId: 'mftadmin' },
    statistics: {
      numberOfFiles: 1,
      numberOfFileSuccesses: 1,
      numberOfFileFailures: 0,
      numberOfFileWarnings: 0,
      retryCount: 0,
    },
    status: { state: 'successful', description: 'BFGRP0032I: The file transfer request has successfully completed.' },
    userProperties: {},
  })
  const [item] = transfer.transferSet.item
  t.is(transfer.transferSet.bytesSent, 9)
  t.like(item, {
    mode: 'text',
    status: { state: 'successful', description: '' },
    source: { type: 'file', disposition: 'leave', checksum: { method: 'md5' } },
    destination: { type: 'file', actionIfExists: 'error' },
  })
  t.like(item.source.file, { path: source, size: 9, encoding: 'UTF-8' })
  t.like(item.destination.file, { path: join(root('AGENT2'), 'reports', 'report.txt'), size: 9, endOfLine: 'LF' })
  t.regex(item.source.checksum.value, /^[0-9A-F]{32}$/)
})

test.serial('the list has the latest transfer first, and its total in a header', async (t) => {
  const source = await writeSource('again.txt', 'x')
  const posted = await call('POST', 'transfer', { body: transferBody(source, 'reports') })
  const { id } = await whenEnded(t, posted.headers.location as string)
  const { json, headers } = await call('GET', 'transfer?limit=1')
  t.is(headers['ibm-mq-rest-mft-total-transfers'], '2')
  t.deepEqual(Object.keys(json.transfer[0]).sort(), [
    ...['destinationAgent', 'id', 'originator', 'sourceAgent', 'statistics', 'status'],
  ])
  t.is(json.transfer[0].id, id)
  const before = await call('GET', `transfer?before=${id}&limit=10&attributes=*`)
  t.is(before.json.transfer.length, 1)
  t.is((await call('GET', 'transfer/414D5100')).json.error[0].msgId, 'MQWB0401E')
  t.is((await call('GET', `${product.mqweb}/vendormq/rest/v1/admin/transfer`)).json.transfer.length, 2)
})

test.serial('a monitor transfers each file of its folder once', async (t) => {
  const folder = join(root('AGENT1'), 'watched')
  await mkdir(folder, { recursive: true })
  // The body of the sample `create_resource_monitor.py`.
  const body = {
    name: 'MON1',
    type: 'directory',
    agentName: 'AGENT1',
    general: { pollInterval: 1, pollIntervalUnit: 'seconds', matchesPerTask: 2 },
    resource: { name: folder, recursionLevel: 1 },
    triggerCondition: { type: 'matchAll', includePattern: '*.txt', excludePattern: '' },
    transferDefinition: {
      sourceAgent: { qmgrName: 'QM1', name: 'AGENT1' },
      destinationAgent: { qmgrName: 'QM1', name: 'AGENT2' },
      transferSet: {
        item: [
          {
            mode: 'binary',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the monitor
            source: { name: '${FilePath}', type: 'file' },
            destination: { name: 'from-monitor', type: 'directory' },
          },
        ],
      },
    },
  }
  const created = await call('POST', 'monitor/', { body })
  t.is(created.status, 201, JSON.stringify(created.json))
  t.is((await call('POST', 'monitor/', { body })).json.error[0].msgId, 'MQWB0410E')
  await writeFile(join(folder, 'a.txt'), 'A')
  await writeFile(join(folder, 'b.csv'), 'B')
  const arrived = join(root('AGENT2'), 'from-monitor', 'a.txt')
  while ((await readFile(arrived, 'utf8').catch(() => '')) !== 'A')
    await new Promise((resolve) => setTimeout(resolve, 50))

  const { json } = await call('GET', 'monitor?attributes=*')
  t.like(json.monitor[0], {
    name: 'MON1',
    type: 'directory',
    agentName: 'AGENT1',
    state: 'started',
    general: { pollInterval: 1, pollIntervalUnit: 'seconds', matchesPerTask: 2 },
    resource: { name: folder, recursionLevel: 1 },
    triggerCondition: { type: 'matchAll', includePattern: '*.txt' },
  })
  t.deepEqual((await call('GET', 'monitor')).json.monitor, [
    { name: 'MON1', type: 'directory', agentName: 'AGENT1', state: 'started' },
  ])
  t.is((await call('DELETE', 'monitor/MON1')).status, 204)
  t.deepEqual((await call('GET', 'monitor')).json.monitor, [])
  t.is((await call('DELETE', 'monitor/MON1')).json.error[0].msgId, 'MQWB0409E')
})

for (const [title, version, csrf, change] of [
  ['the sample in Python without a job name', 'v3', 'value', { job: { name: null } }],
  ['the samples in Go and Python with the required members only', 'v2', '', { job: undefined, item: {} }],
] as const) {
  test(`${title} starts a transfer and reads its status`, async (t) => {
    const name = `sample-${version}.txt`
    const source = await writeSource(name, 'sample\n')
    const { transferSet, ...body } = transferBody(source, 'samples')
    const { source: from, destination } = transferSet.item[0] as (typeof transferSet.item)[number]
    const item = 'item' in change ? { source: from, destination } : transferSet.item[0]
    const posted = await call('POST', `${product.mqweb}/ibmmq/rest/${version}/admin/mft/transfer`, {
      csrf,
      body: { ...body, job: change.job, transferSet: { item: [item] } },
    })
    t.is(posted.status, 202, JSON.stringify(posted.json))
    const { status } = await whenEnded(t, posted.headers.location as string)
    t.is(status.state, 'successful')
    t.is(await readFile(join(root('AGENT2'), 'samples', name), 'utf8'), 'sample\n')
  })
}

test('a schedule in Coordinated Universal Time is accepted as the product spells it', async (t) => {
  const repeated = { occurrenceInterval: 'weeks', occurrenceFrequency: 2, occurrenceCount: 3 }
  const scheduleTransfer = { startTime: '2099-01-01T00:00', timeBase: 'utc', ...repeated, endTime: '2099-12-31T00:00' }
  const body = transferBody('later.txt', 'later', { scheduleTransfer })
  t.is((await call('POST', 'transfer', { body })).status, 202)
})

test('roles decide who may see and who may change', async (t) => {
  const body = transferBody('x', 'y')
  t.is((await call('GET', 'agent', { user: 'mftreader:mftreader' })).status, 200)
  t.is((await call('POST', 'transfer', { user: 'mftreader:mftreader', body })).json.error[0].msgId, 'MQWB0108E')
  t.is((await call('GET', 'agent', { user: 'mqadmin:mqadmin' })).json.error[0].msgId, 'MQWB0108E')
  // The user has the role, and no authority for the topic or the queues of agents.
  t.is((await call('GET', 'agent', { user: 'app:passw0rd' })).json.error[0].msgId, 'MQWB0103E')
  t.is((await call('POST', 'transfer', { user: 'app:passw0rd', body })).json.error[0].msgId, 'MQWB0103E')
})

for (const [title, change, id, text] of [
  ['a missing member', { sourceAgent: undefined }, 'MQWB0016E', /sourceAgent/],
  ['an unknown member', { jobs: {} }, 'MQWB0014E', /"job"/],
  ['an unknown agent', { sourceAgent: { name: 'NOBODY', qmgrName: 'QM1' } }, 'MQWB0408E', /NOBODY/],
  ['an unknown queue manager', { sourceAgent: { name: 'AGENT1', qmgrName: 'QM9' } }, 'MQWB0408E', /AGENT1/],
  [
    'a count without an interval',
    { scheduleTransfer: { startTime: '10:00', occurrenceCount: 2 } },
    'MQWB0016E',
    /scheduleTransfer\.occurrenceInterval/,
  ],
  [
    'an end before its start',
    { scheduleTransfer: { startTime: '2099-02-01T10:00', occurrenceInterval: 'days', endTime: '2099-01-01T10:00' } },
    'MQWB0015E',
    /scheduleTransfer\.endTime/,
  ],
  ['a schedule without a start', { scheduleTransfer: {} }, 'MQWB0016E', /scheduleTransfer\.startTime/],
] as const) {
  test(`a transfer with ${title} is rejected`, async (t) => {
    const { json } = await call('POST', 'transfer', { body: { ...transferBody('x', 'y'), ...change } })
    t.is(json.error[0].msgId, id)
    t.regex(json.error[0].message, text)
  })
}
