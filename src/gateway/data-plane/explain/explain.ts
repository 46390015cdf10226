/** Explains from its record how a call was decided. */
import { addCheckOutcomes, type KeptCall } from '../../contract/access/explanation.ts'
import type { CallEvidence, CallReason, CallRecord } from '../../telemetry/calls/index.ts'
import { explanationStages, stageByReason } from './explanation-stages.ts'
import { type ExplanationStage, findDecidingRequirement, renderPlace } from './render-facts.ts'
import { serviceStages } from './service-stages.ts'

/** Returns the checks of a call; undefined for a call that was served and is not kept. */
export function explainCall(record: CallRecord): KeptCall | undefined {
  const { requestId, at, method, status, reason, evidence, place, revision, course, user } = record
  if (!evidence) return undefined

  const failedStage = reason && findFailedStage(reason, record, evidence)
  const passedRecord = { ...record, reason: undefined, detail: undefined } // both describe only the check that failed
  const made = explanationStages.flatMap((stage) => {
    const shown = stage === failedStage ? record : passedRecord
    const facts = stage.renderFacts(evidence, shown)
    const place = stage.isOfRequirement && facts && renderPlace(findDecidingRequirement(evidence, shown)?.location)
    return facts || stage === failedStage ? [{ stage, facts: { check: stage.check, ...facts, ...place } }] : []
  })
  const failed = failedStage ? made.findIndex(({ stage }) => stage === failedStage) : made.length
  const checks = addCheckOutcomes(
    made.map(({ facts }) => facts),
    failed,
  ).map((check, index) =>
    index === failed && place !== undefined && !failedStage?.hasOwnLocation ? { ...check, place } : check,
  )
  const { location, client, remoteAddress } = record
  const catalog = location.catalog === undefined ? undefined : `/${location.org}/${location.catalog}`
  return {
    requestId,
    at,
    method,
    path: evidence.path,
    status,
    reason: reason ?? 'served',
    catalog,
    application: client?.application.name,
    remote: remoteAddress,
    checks,
    revision,
    course,
    api: location.api,
    operation: location.operation,
    clientId: client?.clientId,
    user,
    scopes: evidence.token && [...evidence.token.scopes],
    credentials: evidence.credentials,
  }
}

const userReasons = new Set<CallReason>(['user_missing', 'user_wrong', 'user_locked', 'registry_unavailable'])

/** Returns the check that failed; that of `user-security` when a policy, and no requirement, rejected the user. */
function findFailedStage(reason: CallReason, { place }: CallRecord, { operation }: CallEvidence): ExplanationStage {
  const isByRequirement = operation?.security.some((each) => renderPlace(each.location).place === place) ?? false
  return userReasons.has(reason) && !isByRequirement ? serviceStages.policies : stageByReason[reason]
}

/** Returns whether a call that ends with the reason has not reached its policies. `served` is no such reason. */
export function isAdmissionReason(reason: string): boolean {
  const stage = stageByReason[reason as CallReason]
  return stage !== undefined && !Object.values<ExplanationStage>(serviceStages).includes(stage)
}
