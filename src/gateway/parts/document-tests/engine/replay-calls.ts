/**
 * Decides calls that a gateway has kept by other documents: which operation a call reaches, whether it may, and whether it is
 * within the limits. Policies do not run, because neither bodies nor headers of calls are kept.
 */
import { silentLog } from '../../../../shared/lib/output/log.ts'
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import { openAttemptLimits } from '../../../../shared/security/index.ts'
import { openMemoryStore } from '../../../../shared/storage/index.ts'
import type { Config } from '../../../config/types/index.ts'
import type { Consumers } from '../../../consumers/index.ts'
import type { AccessToken } from '../../../contract/access/access-token.ts'
import type { Decision } from '../../../contract/access/decision-comparison.ts'
import type { KeptCall } from '../../../contract/access/explanation.ts'
import { buildGateway, type DataPlaneTables, type Gateway, isAdmissionReason } from '../../../data-plane/index.ts'
import { type CallRecord, TargetCountTable } from '../../../telemetry/calls/index.ts'
import { answerUpstreams } from './answered-upstreams.ts'
import { callInProcess } from './in-process-call.ts'
import { prepareTests } from './run-document-test.ts'

/** Reasons that come from outside the documents, and from secrets and certificates, which are not kept. */
const foreignReasons = new Set(
  'certificate_missing certificate_untrusted certificate_needed certificate_refused certificate_expired certificate_unknown hang_repeated host_repeated host_missing coding_unsupported authorization_repeated target_unsupported clients_several client_locked credentials_unavailable provider_unavailable proof_invalid sign_in_insufficient resource_wrong user_wrong user_locked registry_unavailable concurrent_limit limits_unavailable'.split(
    ' ',
  ),
)

/** Returns whether a call can be decided again. */
export function isReplayable({ reason, credentials, clientId }: KeptCall): boolean {
  if (credentials === undefined || credentials.includes('certificate')) return false
  return !foreignReasons.has(reason) && !(reason === 'client_wrong' && clientId !== undefined)
}

/** Returns how a call was decided when it was kept, for calls that a replay does not decide. */
function readDecision({ reason, api, operation }: KeptCall): Decision {
  return { reason: isAdmissionReason(reason) ? reason : 'served', operation: renderOperation(api, operation) }
}

function renderOperation(api: string | undefined, operation: string | undefined): string {
  return [api, operation].filter((each) => each !== undefined).join(' ')
}

/** Calls that are begun before the first of them must have ended. */
const batchSize = 100

/** Decides calls in their order; limits count them at the times at which they were made. */
export async function replayCalls(
  config: Config,
  calls: readonly KeptCall[],
  tables: DataPlaneTables,
): Promise<Decision[]> {
  const decisions = new Map<string, Decision>()
  const byId = new Map(calls.map((call) => [call.requestId, call]))
  let now = 0
  const gateway = openReplayGateway(config, {
    tables,
    clock: () => now,
    findToken: (text) => toToken(byId.get(text)),
    record: ({ requestId, reason = 'served', location, detail }) =>
      decisions.set(requestId, { reason, operation: renderOperation(location.api, location.operation), detail }),
  })
  try {
    for (let start = 0; start < calls.length; start += batchSize) {
      const batch = calls.slice(start, start + batchSize).map((call) => {
        now = call.at
        return callInProcess(gateway, buildRequest(call))
      })
      await Promise.all(batch)
    }
  } finally {
    await gateway.close()
  }
  return calls.map((call) => decisions.get(call.requestId) ?? readDecision(call))
}

type ReplayDeps = {
  tables: DataPlaneTables
  clock(): number
  findToken(text: string): AccessToken | undefined
  record(call: CallRecord): void
}

function openReplayGateway(config: Config, { tables, clock, findToken, record }: ReplayDeps): Gateway {
  const attempts = openAttemptLimits({ store: openMemoryStore({ clock }), kind: 'replay', clock, log: silentLog })
  const { consumers } = prepareTests(config, tables)
  return buildGateway(config, {
    tables,
    isChecked: true,
    decidesOnly: true,
    log: silentLog,
    clock,
    consumers: (path): Consumers => ({ ...consumers(path), verifySecret: async () => true }),
    attemptLimits: () => attempts,
    registry: () => ({
      authenticate: async (name) => ({ name, credential: name }),
      foldName: (user) => user,
      async close() {},
    }),
    verifyToken: () => (text) => findToken(text) ?? { refused: 'invalid_token', reason: 'it was not valid' },
    targetCounts: new TargetCountTable(),
    openOfflineConnections: answerUpstreams([]).open,
    record,
  })
}

/** Returns the token that a call had; undefined when it was not valid. */
function toToken(call: KeptCall | undefined): AccessToken | undefined {
  if (!call?.scopes || call.clientId === undefined) return undefined
  const { requestId: id, clientId, user: subject = clientId, at } = call
  const [issuedAt, expiresAt] = [Math.floor(at / 1_000), Math.floor((at + dayMs) / 1_000)]
  return { id, clientId, subject, scopes: new Set(call.scopes), issuedAt, expiresAt, grant: 'password' }
}

/** Returns a request with credentials that stand for those of the call. */
function buildRequest({ method, path, requestId, remote = '127.0.0.1', credentials = [], clientId, user }: KeptCall) {
  const key = clientId ?? 'unknown'
  const query = new URLSearchParams()
  const headers = credentials.flatMap((each) => {
    if (each === 'basic') return ['Authorization', `Basic ${Buffer.from(`${user ?? key}:x`).toString('base64')}`]
    if (typeof each === 'string') return ['Authorization', `${each === 'other' ? 'Other' : 'Bearer'} ${requestId}`]
    if (each.in === 'header') return [each.name, key]
    query.set(each.name, key)
    return []
  })
  const target = query.size > 0 ? `${path}?${query}` : path
  return { method, target, headers, body: Buffer.alloc(0), address: remote, id: requestId }
}
