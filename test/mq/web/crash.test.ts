/**
 * Every message is accounted for: clients put and get over HTTPS while their server is killed again and again.
 *
 * A put that was answered is there, once. A getter that browses and then deletes by message id may repeat the delete after
 * a crash; one that only deletes does not know about the one answer that a crash has cut off.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { renderBasicCredentials } from '../../../src/shared/lib/headers/basic-credentials.ts'
import { eventually } from '../../_support/eventually.ts'
import { settings } from './_support/server.ts'

const owner = new URL('./_support/owner.ts', import.meta.url)
const rounds = 4
const putters = 3

test('no message is lost and none comes twice over several kill -9, over HTTPS', async (t) => {
  const server = await openKillable(t)
  const safe = [accountOf('SAFE.1'), accountOf('SAFE.2')]
  const bold = accountOf('BOLD')
  const all = [...safe, bold]
  for (const { queue } of all) await server.define(queue)

  for (let round = 0; round < rounds; round++) {
    const stop = new AbortController()
    const clients = all.flatMap((account) => [
      ...Array.from({ length: putters }, (_, lane) => put(server, account, `${round}.${lane}`, stop.signal)),
      account === bold ? take(server, account, stop.signal) : browseAndTake(server, account, stop.signal),
    ])
    const wanted = 6 + 10 * round
    await eventually(
      async () => all.every((each) => each.answered.size >= wanted && each.taken.length >= wanted) || undefined,
    )
    await server.kill()
    stop.abort()
    await Promise.all(clients)
    await server.start()
  }
  for (const account of all) await drain(server, account)

  for (const { queue, tried, answered, taken } of all) {
    t.true(answered.size > 20 && taken.length > 20, `${queue}: ${answered.size} put, ${taken.length} taken`)
    t.is(new Set(taken).size, taken.length, `${queue}: a message came twice`)
    t.deepEqual(
      taken.filter((body) => !tried.has(body)),
      [],
      `${queue}: a message nobody put`,
    )
  }
  for (const { queue, answered, taken } of safe) t.deepEqual(missing(answered, taken), [], `${queue}: lost`)
  // One answer per crash may have been on its way.
  t.true(missing(bold.answered, bold.taken).length <= bold.cutOff)
})

interface Account {
  queue: string
  tried: Set<string>
  answered: Set<string>
  taken: string[]
  /** Destructive gets whose answer never came. */
  cutOff: number
  /** What was browsed, and its delete not answered. */
  open: { messageId: string; body: string } | undefined
}

function accountOf(queue: string): Account {
  return { queue, tried: new Set(), answered: new Set(), taken: [], cutOff: 0, open: undefined }
}

function missing(answered: ReadonlySet<string>, taken: readonly string[]): string[] {
  const seen = new Set(taken)
  return [...answered].filter((body) => !seen.has(body))
}

async function put(server: Server, account: Account, lane: string, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    const body = `${lane}.${number}`
    account.tried.add(body)
    const reply = await server.call('POST', account.queue, { body })
    if (reply?.status === 201) account.answered.add(body)
    else if (!reply) return
  }
}

async function take(server: Server, account: Account, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reply = await server.call('DELETE', account.queue, { query: '?wait=20' })
    if (reply?.status === 200) account.taken.push(reply.text)
    if (!reply) {
      account.cutOff++
      return
    }
  }
}

async function browseAndTake(server: Server, account: Account, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!account.open) {
      const seen = await server.call('GET', account.queue)
      if (!seen) return
      if (seen.status !== 200) continue
      account.open = { messageId: String(seen.messageId), body: seen.text }
    }
    const { messageId, body } = account.open
    const gone = await server.call('DELETE', account.queue, { query: `?messageId=${messageId}` })
    if (!gone) return
    // 204: an earlier delete had gone through before the crash.
    account.taken.push(body)
    account.open = undefined
  }
}

/** Takes what is left. */
async function drain(server: Server, account: Account): Promise<void> {
  const { open, queue, taken } = account
  if (open) {
    await server.call('DELETE', queue, { query: `?messageId=${open.messageId}` })
    taken.push(open.body)
  }
  for (;;) {
    const reply = await server.call('DELETE', queue)
    if (reply?.status !== 200) return
    taken.push(reply.text)
  }
}

interface Reply {
  status: number
  text: string
  messageId: string | string[] | undefined
}

type Server = Awaited<ReturnType<typeof openKillable>>

async function openKillable(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'mqweb-crash-'))
  await mkdir(join(folder, 'mqweb'))
  await writeFile(join(folder, 'mqweb', 'mqwebuser.xml'), settings())
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  let child: ChildProcess
  let port = 0

  async function start(): Promise<void> {
    child = fork(owner, [folder, '0'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [told] = await once(child, 'message')
    port = told as number
  }
  async function kill(): Promise<void> {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  t.teardown(async () => {
    agent.destroy()
    await kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await start()

  /** The answer when all of it came, else undefined: nobody knows then what became of it. */
  function send(method: string, path: string, user: [string, string], body?: string): Promise<Reply | undefined> {
    const headers = {
      authorization: renderBasicCredentials(...user),
      'ibm-mq-rest-csrf-token': '',
      'ibm-mq-md-persistence': 'persistent',
      ...(body !== undefined && {
        'content-type': path.endsWith('mqsc') ? 'application/json' : 'text/plain',
        'content-length': Buffer.byteLength(body),
      }),
    }
    return new Promise((resolve) => {
      const gone = () => resolve(undefined)
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', gone)
          .on('aborted', gone)
        response.on('end', () => {
          const messageId = response.headers['ibm-mq-md-messageid']
          if (!response.complete) return gone()
          resolve({ status: response.statusCode as number, text: Buffer.concat(chunks).toString(), messageId })
        })
      })
      sent.on('error', gone).end(body)
    })
  }

  return {
    start,
    kill,
    async define(queue: string): Promise<void> {
      for (const command of [
        `DEFINE QLOCAL(${queue}) MAXDEPTH(999999)`,
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)",
        `SET AUTHREC PROFILE(${queue}) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(BROWSE,GET,INQ,PUT)`,
      ]) {
        const body = JSON.stringify({ type: 'runCommand', parameters: { command } })
        const reply = await send('POST', '/ibmmq/rest/v2/admin/action/qmgr/QM1/mqsc', ['mqadmin', 'mqadmin'], body)
        if (!reply?.text.includes('"overallCompletionCode":0')) throw new Error(`${command}: ${reply?.text}`)
      }
    },
    call: (method: string, queue: string, { body, query = '' }: { body?: string; query?: string } = {}) =>
      send(method, `/ibmmq/rest/v2/messaging/qmgr/QM1/queue/${queue}/message${query}`, ['app', 'passw0rd'], body),
  }
}
