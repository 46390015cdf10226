/** Handlers for the call log: owners record single calls for a time. */
import { minuteMs } from '../../../../shared/lib/time/durations.ts'
import type { CallLogState, RecordedBody, RecordedMessage, RecordedStep } from '../../../contract/access/call-log.ts'
import type { CallCourse } from '../../../contract/access/explanation.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { CallCourseView, CallLogView, RecordedMessageView, RecordedStepView } from '../rest/index.ts'

const maxShownCalls = 1_000

export const showCallLog: ResourceHandler<'GET /configuration/calls'> = async (context) => {
  const { deps } = context
  return buildView(await deps.handleCallLog({ do: 'list', catalog: deps.catalog.path }), context)
}

export const recordCalls: ResourceHandler<'POST /configuration/calls'> = async (context) => {
  const { deps, user, body } = context
  const { api, application, calls, minutes, oneIn = 1 } = body
  const { catalog } = deps
  if (api !== undefined && !catalog.apis.some(({ reference }) => reference === api))
    throw new PortalError('unknown_api')
  if (application !== undefined && !catalog.applications.some(({ name }) => name === application))
    throw new PortalError('unknown_application', { detail: 'The catalog has no application of this name.' })
  const recording = {
    api,
    application,
    maxCalls: calls,
    oneIn,
    until: deps.clock() + minutes * minuteMs,
    by: user.name,
  }
  return buildView(await deps.handleCallLog({ do: 'start', catalog: catalog.path, recording }), context)
}

export const stopRecording: ResourceHandler<'DELETE /configuration/calls'> = async ({ deps }) => {
  await deps.handleCallLog({ do: 'stop', catalog: deps.catalog.path })
  return undefined
}

function buildView({ recording, isRunning, calls }: CallLogState, { deps }: Pick<PortalContext, 'deps'>): CallLogView {
  return {
    recording: recording && {
      api: recording.api,
      application: recording.application,
      calls: recording.maxCalls,
      oneIn: recording.oneIn,
      by: recording.by,
      until: new Date(recording.until).toISOString(),
    },
    isRunning,
    apis: deps.catalog.apis.filter(({ enforced }) => enforced).map(({ reference }) => reference),
    calls: calls
      .slice(0, maxShownCalls)
      .map(({ at, api, operation, application, reason, upstreamMs, content, course, ...call }) => ({
        ...call,
        at: new Date(at).toISOString(),
        api,
        operation,
        application,
        reason,
        upstreamMs,
        course: course && viewCourse(course),
        request: content && viewMessage(content.request),
        response: content && viewMessage(content.response),
        steps: content && (content.steps ?? []).map(viewStep),
      })),
  }
}

/** Returns the course as it is sent, without members that are undefined. */
export function viewCourse({ stages, ...course }: CallCourse): CallCourseView {
  const view = stages.map(({ place, changes, ...stage }) => ({ ...stage, changes: [...changes], place }))
  return { ...course, stages: view, attempts: [...course.attempts] }
}

function viewStep({ read, wrote, ...step }: RecordedStep): RecordedStepView {
  const { body: readBody, ...readFacts } = read
  const { body: writtenBody, headers, ...written } = wrote
  return {
    ...step,
    read: { ...readFacts, body: readBody && viewBody(readBody) },
    wrote: { ...written, headers: viewHeaders(headers), body: writtenBody && viewBody(writtenBody) },
  }
}

function viewMessage({ headers, body }: RecordedMessage): RecordedMessageView {
  return { headers: viewHeaders(headers), body: body && viewBody(body) }
}

function viewBody({ text, ...size }: RecordedBody): NonNullable<RecordedMessageView['body']> {
  return { ...size, text }
}

function viewHeaders(headers: readonly string[]): { name: string; value: string }[] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: headers[index + 1] ?? '' }] : []))
}
