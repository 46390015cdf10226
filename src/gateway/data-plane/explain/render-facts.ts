/** The checks of an explanation, and the texts that render documents and evidence for them. */
import { monthSeconds } from '../../../shared/lib/time/count-window.ts'
import { renderEpochSeconds, renderInterval } from '../../../shared/lib/time/render-time.ts'
import type {
  Application,
  CallLimit,
  Operation,
  SecurityRequirement,
  SourceLocation,
} from '../../config/types/index.ts'
import type { PendingCheck } from '../../contract/access/explanation.ts'
import type { CallEvidence, CallReason, CallRecord } from '../../telemetry/calls/index.ts'

export interface ExplanationStage {
  /** A sentence that is true when the call passes the check. */
  check: string
  /** The reasons of rejections by the check. */
  reasons: readonly CallReason[]
  /** Whether the facts name the document that decided. Otherwise the place of the rejection does. */
  hasOwnLocation?: boolean
  /** Whether the facts are those of the security requirement that decided. */
  isOfRequirement?: boolean
  /** Returns what the check found and demanded; undefined when the check does not apply to the call. */
  renderFacts(evidence: CallEvidence, record: CallRecord): CheckFacts | undefined
}

type CheckFacts = Omit<PendingCheck, 'check'>

const maxItems = 8

/** Joins texts with commas; a long list is cut after the first items. */
export function joinCapped(words: readonly string[]): string {
  if (words.length === 0) return 'none'
  const rest = words.length - maxItems
  return rest > 0 ? `${words.slice(0, maxItems).join(', ')} and ${rest} more` : words.join(', ')
}

/** Returns a location as `file:line`, to be spread into the facts of a check. */
export function renderPlace(location: SourceLocation | undefined, line = location?.line): { place?: string } {
  return location ? { place: `${location.file}:${line}` } : {}
}

/** Returns the security requirement that the call passed or was rejected by; without one, the first requirement. */
export function findDecidingRequirement(
  { operation }: CallEvidence,
  { place, requirement = place }: CallRecord,
): SecurityRequirement | undefined {
  const requirements = operation?.security ?? []
  return requirements.find((each) => renderPlace(each.location).place === requirement) ?? requirements[0]
}

/** Returns the alternatives, `customer-oauth (oauth2, scopes customer), or key (apiKey)`; undefined for none. */
export function renderAlternatives(operation: Operation | undefined): string | undefined {
  if (!operation) return 'what the operation requires'
  if (operation.security.length === 0 || operation.security.some(({ all }) => all.length === 0)) return undefined
  return operation.security.map(({ all }) => all.map(renderDefinition).join(' and ')).join(', or ')
}

function renderDefinition({ definition, scopes }: SecurityRequirement['all'][number]): string {
  const { key, type } = definition
  return scopes.length === 0 ? `${key} (${type})` : `${key} (${type}, scopes ${scopes.join(' ')})`
}

const schemeTexts = {
  bearer: 'a bearer token',
  dpop: 'a token with a DPoP proof',
  basic: 'a user name and password',
  certificate: 'a client certificate',
  other: 'an Authorization header of another scheme',
} as const

export function renderCredentials({ credentials }: CallEvidence): string {
  const texts = credentials.map((each) =>
    typeof each === 'string' ? schemeTexts[each] : `a key in the ${each.in} ${each.name}`,
  )
  return texts.length === 0 ? 'no credentials' : texts.join(' and ')
}

export function renderToken(evidence: CallEvidence, { detail, client }: CallRecord): string {
  const { token } = evidence
  const shown = token
    ? `token ${token.id} of ${client?.clientId ?? 'a client that is not registered'}, valid until ${renderEpochSeconds(token.expiresAt) ?? 'far in the future'}`
    : renderCredentials(evidence)
  return token || detail === undefined ? shown : `${shown}: ${detail}`
}

export function renderSubscriptions(application: Application | undefined, detail?: string): string {
  if (!application) return detail === undefined ? 'no application' : `no application: ${detail}`
  const all = application.subscriptions.map(({ product, plan, state }) => {
    return state === 'enabled' ? `${product}/${plan}` : `${product}/${plan} (${state})`
  })
  return `${application.name} has ${all.length === 0 ? 'no subscription' : joinCapped(all)}`
}

export function renderLimits(all: readonly CallLimit[]): string {
  return joinCapped(
    all.map(({ name, kind, calls, intervalSeconds, hard }) => {
      const interval = intervalSeconds % monthSeconds === 0 ? renderInterval(intervalSeconds) : `${intervalSeconds} s`
      const counted = kind !== 'rate' || hard ? '' : ', counted only'
      return calls === undefined ? `${name} unlimited` : `${kind} ${name} ${calls} per ${interval}${counted}`
    }),
  )
}
