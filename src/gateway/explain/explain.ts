/** Explains from its record why a call was rejected. */

import { addCheckOutcomes, type Explanation } from '../../contract/access/explanation.ts'
import type { CallReason, CallRecord, RejectionEvidence } from '../../telemetry/calls/index.ts'
import { explanationStages, stageByReason } from './explanation-stages.ts'
import type { ExplanationStage } from './render-facts.ts'
import { renderPlace } from './render-facts.ts'
import { serviceStages } from './service-stages.ts'

/** Returns the checks of a rejected call; undefined for a call that was served. */
export function explainCall(record: CallRecord): Explanation | undefined {
  const { requestId, at, method, status, reason, evidence, place } = record
  if (!reason || !evidence) return undefined

  const failedStage = findFailedStage(reason, record, evidence)
  const passedRecord = { ...record, reason: undefined, detail: undefined } // both describe only the check that failed
  const made = explanationStages.flatMap((stage) => {
    const facts = stage.renderFacts(evidence, stage === failedStage ? record : passedRecord)
    return facts || stage === failedStage ? [{ stage, facts: { check: stage.check, ...facts } }] : []
  })
  const failed = made.findIndex(({ stage }) => stage === failedStage)
  const checks = addCheckOutcomes(
    made.map(({ facts }) => facts),
    failed,
  ).map((check, index) =>
    index === failed && place !== undefined && !failedStage.hasOwnLocation ? { ...check, place } : check,
  )
  const { location, client, remoteAddress } = record
  const catalog = location.catalog === undefined ? undefined : `/${location.org}/${location.catalog}`
  const caller = { catalog, application: client?.application.name, remote: remoteAddress }
  return { requestId, at, method, path: evidence.path, status, reason, ...caller, checks }
}

const userReasons = new Set<CallReason>(['user_missing', 'user_wrong', 'user_locked', 'registry_unavailable'])

/**
 * Returns the check that failed. Reasons about users belong to the policy `user-security` when the place of the
 * rejection is not a security requirement of the operation.
 */
function findFailedStage(
  reason: CallReason,
  { place }: CallRecord,
  { operation }: RejectionEvidence,
): ExplanationStage {
  const isByRequirement = operation?.security.some((each) => renderPlace(each.location).place === place) ?? false
  return userReasons.has(reason) && !isByRequirement ? serviceStages.policies : stageByReason[reason]
}
