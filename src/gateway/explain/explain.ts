/** Explains from its record why a call was rejected. */

import { addCheckOutcomes, type Explanation } from '../../lib/access/explanation.ts'
import type { CallRecord, RejectionEvidence } from '../../telemetry/calls/index.ts'
import type { ExplanationStage, Reason } from './stage.ts'
import { stages } from './stages.ts'
import { placeOf } from './words.ts'

/** Returns the checks of a rejected call; undefined for a call that was served. */
export function explainCall(record: CallRecord): Explanation | undefined {
  const { requestId, at, method, status, reason, evidence } = record
  if (!reason || !evidence) return undefined

  const last = stageOf(reason, record, evidence)
  const passed = { ...record, detail: undefined } // the detail describes only the check that failed
  const made = stages.flatMap((stage) => {
    const facts = stage === last ? (stage.facts(evidence, record) ?? {}) : stage.facts(evidence, passed)
    return facts ? [{ stage, facts: { check: stage.check, ...facts } }] : []
  })
  const failed = made.findIndex(({ stage }) => stage === last)
  const checks = addCheckOutcomes(
    made.map(({ facts }) => facts),
    failed,
  ).map((check, index) => (index === failed ? { ...check, ...decided(record, last) } : check))
  const { location, client, remoteAddress } = record
  const catalog = location.catalog === undefined ? undefined : `/${location.org}/${location.catalog}`
  const whose = { catalog, application: client?.application.name, remote: remoteAddress }
  return { requestId, at, method, path: evidence.path, status, reason, ...whose, checks }
}

const userReasons = new Set<Reason>(['user_missing', 'user_wrong', 'user_locked', 'registry_unavailable'])

/**
 * Returns the check that failed. Reasons about users belong to a policy when the place of the rejection is not a
 * security requirement of the operation.
 */
function stageOf(reason: Reason, { place }: CallRecord, { operation }: RejectionEvidence): ExplanationStage {
  const ofUser = userReasons.has(reason)
  const byPolicy = ofUser && !operation?.security.some((each) => placeOf(each.place).place === place)
  const found = byPolicy ? undefined : stages.find(({ reasons }) => reasons.includes(reason))
  return found ?? (stages.find(({ reasons }) => reasons.includes('thrown')) as ExplanationStage)
}

/** Returns the place that the rejection names, unless the facts of the check name the document that decided. */
function decided({ place }: CallRecord, { reasons }: ExplanationStage): { place?: string } {
  const byFacts = (['application_disabled', 'not_subscribed', 'scope_insufficient'] as const).some((each) =>
    reasons.includes(each),
  )
  return place === undefined || byFacts ? {} : { place }
}
