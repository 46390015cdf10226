/** Runs one test of documents: the real data plane, with upstreams, users, tokens and the time of the test file. */
import { createRequestId } from '../../../../shared/lib/headers/call-ids.ts'
import { silentLog } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { UserRegistry } from '../../../../shared/registries/index.ts'
import { type AttemptLimits, openAttemptLimits } from '../../../../shared/security/index.ts'
import { openMemoryStore } from '../../../../shared/storage/index.ts'
import type { Config } from '../../../config/types/index.ts'
import { type Consumers, openConsumers } from '../../../consumers/index.ts'
import type { AccessToken, VerifyToken } from '../../../contract/access/access-token.ts'
import { buildGateway, type DataPlaneTables, type Gateway, ResponseStore } from '../../../data-plane/index.ts'
import { type CallRecord, TargetCountTable } from '../../../telemetry/calls/index.ts'
import { answerUpstreams } from './answered-upstreams.ts'
import { renderBody } from './body-text.ts'
import { type CallResult, findDifferences } from './differences.ts'
import { callInProcess } from './in-process-call.ts'
import type { DocumentTest, TestCall, TestFile } from './test-file.ts'

export interface DocumentTestResult {
  /** A line for each difference between what happened and what the test expects; empty for a test that passes. */
  differences: readonly string[]
  /** The API and the operation that the test called; undefined when it reached none. */
  api: string | undefined
  operation: string | undefined
}

/** What the tests of one configuration share. */
export interface DocumentTestSurroundings {
  config: Config
  tables: DataPlaneTables
  consumers(catalogPath: string): Consumers
  /** Receives each branch of an assembly that a test has entered. */
  onBranch?: ((branch: string) => undefined) | undefined
}

/** Returns the surroundings of tests of a configuration. */
export function prepareTests(
  config: Config,
  tables: DataPlaneTables,
  onBranch?: DocumentTestSurroundings['onBranch'],
): DocumentTestSurroundings {
  const opened = new Map(config.catalogs.map((catalog) => [catalog.path, openConsumers(catalog)]))
  return {
    config,
    tables,
    consumers(path) {
      const consumers = opened.get(path)
      if (!consumers) throw new Error(`there is no catalog ${path}`)
      return consumers
    },
    onBranch,
  }
}

/** Runs a test. An error of the test itself, such as an unknown client id, is a difference. */
export async function runDocumentTest(
  test: DocumentTest,
  file: Pick<TestFile, 'clock' | 'users' | 'upstreams'>,
  surroundings: DocumentTestSurroundings,
): Promise<DocumentTestResult> {
  const problem = findTokenProblem(test, surroundings)
  if (problem) return { differences: [problem], api: undefined, operation: undefined }
  const run = openTestRun(file, test, surroundings)
  try {
    for (const { times = 1, seconds_before: seconds = 0, ...call } of test.earlier ?? [])
      for (let count = 0; count < times; count += 1)
        await run.call({ ...call, request: call.request ?? test.request }, seconds)
    const { response, record, sent } = await run.call(test, 0)
    const { api, operation } = record.location
    return { differences: findDifferences(test.expect, { response, record, sent }), api, operation }
  } finally {
    await run.close()
  }
}

function findTokenProblem({ token, earlier = [] }: DocumentTest, { config }: DocumentTestSurroundings) {
  const clients = config.catalogs.flatMap(({ applications }) =>
    applications.flatMap(({ credentials }) => credentials.map(({ clientId }) => clientId)),
  )
  const unknown = [token, ...earlier.map((each) => each.token)].find((each) => each && !clients.includes(each.client))
  return (
    unknown && `token.client: no application has the client id "${unknown.client}" - known are ${clients.join(', ')}`
  )
}

/** The memory for kept responses of a test: a large store takes milliseconds to open. */
const responseBytes = 1024 * 1024

type TestRun = { call(call: TestCall, secondsBefore: number): Promise<CallResult>; close(): Promise<void> }

function openTestRun(
  file: Pick<TestFile, 'clock' | 'users' | 'upstreams'>,
  test: DocumentTest,
  { config, tables, consumers, onBranch }: DocumentTestSurroundings,
): TestRun {
  const start = file.clock === undefined ? Date.now() : Date.parse(file.clock)
  const records = new Map<string, CallRecord>()
  let now = start
  const tokens = openTestTokens(() => now)
  const upstreams = answerUpstreams([...(test.upstreams ?? []), ...(file.upstreams ?? [])])
  const clock = () => now
  const attempts = openTestAttempts(clock)
  const gateway: Gateway = buildGateway(config, {
    tables,
    isChecked: true,
    log: silentLog,
    clock,
    consumers,
    attemptLimits: () => attempts,
    registry: (_, name) => openTestRegistry(name, file.users?.[name]),
    verifyToken: (_, provider) => tokens.verifierOf(provider),
    targetCounts: new TargetCountTable(),
    responses: new ResponseStore(responseBytes),
    openOfflineConnections: upstreams.open,
    onBranch,
    record: (record) => void records.set(record.requestId, record),
  })

  return {
    async call({ request, headers = {}, body, token, address = '127.0.0.1' }, secondsBefore) {
      now = start - secondsBefore * 1000
      const [method = '', target = ''] = request.split(' ')
      const { bytes, type } = renderBody(body)
      const given = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
      const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
      const id = createRequestId()
      const before = upstreams.sent.length
      const response = await callInProcess(gateway, {
        method,
        target,
        headers: [
          ...given,
          ...(type && !hasType ? ['Content-Type', type] : []),
          ...(token ? ['Authorization', `Bearer ${tokens.issue(token)}`] : []),
        ],
        body: bytes,
        address,
        id,
      })
      const record = records.get(id)
      if (!record) throw new Error(`the gateway has not recorded the call ${id}`)
      return { response, record, sent: upstreams.sent.slice(before).at(-1) }
    },
    close: () => gateway.close(),
  }
}

/** Opens the limits at the first attempt, because their caches take milliseconds and most tests make none. */
function openTestAttempts(clock: Clock): AttemptLimits {
  let opened: AttemptLimits | undefined
  const open = () => {
    opened ??= openAttemptLimits({ store: openMemoryStore({ clock }), kind: 'tests', clock, log: silentLog })
    return opened
  }
  return {
    attempt: (...given) => open().attempt(...given),
    isKnownLocked: (who) => open().isKnownLocked(who),
    isFamiliar: (who) => open().isFamiliar(who),
  }
}

type TokenFacts = NonNullable<TestCall['token']>

/** The tokens of a test: texts without content, which stand for verified access tokens. */
function openTestTokens(clock: () => number) {
  const issued = new Map<string, { token: AccessToken; provider: string | undefined }>()
  return {
    issue({ client, user, scopes = [], provider, expires_in: life = 3600 }: TokenFacts): string {
      const text = `test-token-${issued.size + 1}`
      const issuedAt = Math.floor(clock() / 1000)
      const token: AccessToken = {
        id: text,
        clientId: client,
        subject: user ?? client,
        scopes: new Set(scopes),
        issuedAt,
        expiresAt: issuedAt + life,
        grant: user === undefined ? 'client_credentials' : 'password',
      }
      issued.set(text, { token, provider })
      return text
    },

    verifierOf(name: string): VerifyToken {
      return (text) => {
        const { token, provider = name } = issued.get(text) ?? {}
        if (!token) return { refused: 'invalid_token', reason: 'the test has not issued it' }
        if (provider !== name)
          return { refused: 'invalid_token', reason: `it is a token of the provider "${provider}"` }
        if (token.expiresAt * 1000 <= clock()) return { refused: 'invalid_token', reason: 'it has expired' }
        return token
      }
    },
  }
}

function openTestRegistry(name: string, users: Readonly<Record<string, string>> | undefined): UserRegistry {
  return {
    async authenticate(user, password) {
      if (!users) throw new Error(`the test file has no users of the registry "${name}": add users.${name}`)
      return users[user] === password ? { name: user, credential: user } : undefined
    },
    foldName: (user) => user,
    async close() {},
  }
}
