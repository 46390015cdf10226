/** Begins to observe a call whose API has an activity log, while the call log records calls. */
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-step.ts'
import { MessageObserver } from '../call/message-observer.ts'

export function observeCall(call: Call): CallStepResult {
  const activity = call.route.api?.api.activityLog
  if (!activity || call.deps.isRecordingCalls?.() !== true) return undefined
  const keepsBodies = activity.success === 'payload' || activity.error === 'payload'
  call.observer = new MessageObserver(call.request, call.response, keepsBodies)
  return undefined
}
