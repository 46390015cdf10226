/** Begins to observe a call whose API has an activity log, while the call log records calls. */
import type { Api, PolicyStep } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { CallNotes, MessageObserver } from '../call/message-observer.ts'

/** Observes a call that the call log records. Other calls cost two checks. */
export function observeCall(call: Call): CallStepResult {
  const observation = call.route.api?.observation
  if (!observation || call.deps.isRecordingCalls?.() !== true) return undefined
  call.notes ??= new CallNotes(false)
  call.observer = new MessageObserver(call.request, call.response, observation === 'bodies')
  return undefined
}

/** Returns what has to be observed for the activity log of an API and the policies that change it. */
export function findObservation({ activityLog, assembly }: Api): 'headers' | 'bodies' | undefined {
  const steps = [...assembly.execute, ...assembly.catch, ...assembly.finally].flatMap(findLogSteps)
  if (!activityLog && steps.length === 0) return undefined
  const contents = [
    activityLog?.success,
    activityLog?.error,
    ...steps.flatMap(({ settings }) => Object.values(settings as object)),
  ]
  return contents.includes('payload') ? 'bodies' : 'headers'
}

function findLogSteps(step: PolicyStep): PolicyStep[] {
  const isLog = step.policy === 'activity-log' || step.policy === 'log'
  return [...(isLog ? [step] : []), ...step.branches.flat().flatMap(findLogSteps)]
}
