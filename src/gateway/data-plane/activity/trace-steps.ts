/**
 * Records what each policy of a call has read and written. Only calls with notes are traced: the message is noted before
 * each policy, and the difference between two notes is what the first policy has done.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SourceLocation } from '../../config/types/index.ts'
import type { RecordedBody, RecordedStep } from '../../contract/access/call-log.ts'
import type { CallCourse, CallStage } from '../../contract/access/explanation.ts'
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-progress.ts'
import { BodyStart, type NotedStep } from '../call/message-observer.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import { maskHeaders, maskJson, maskValue } from './mask-text.ts'
import { redactBody, renderBody } from './render-body.ts'
import { isSecretName, mask } from './secret-names.ts'

const maxSteps = 100
const maxVariableLength = 1_000
const maxReadLength = 1_000

/** The names of steps: policies with their places, and stages of the gateway. */
const policyOfStep = new WeakMap<CallStep, Pick<NotedStep, 'policy' | 'place'>>()

/** Names the policy that a step is, so that recorded calls show it. Returns the step. */
export function nameStep(step: CallStep, policy: string, { file, line }: SourceLocation): CallStep {
  policyOfStep.set(step, { policy, place: `${file}:${line}` })
  return step
}

/** Names a stage of the gateway. Returns the step. */
export function nameStage(step: CallStep, stage: string): CallStep {
  policyOfStep.set(step, { policy: stage, place: undefined })
  return step
}

/** Notes the message before a step of a call with notes. */
export function noteStep(call: Call, step: CallStep): void {
  const named = policyOfStep.get(step)
  if (!call.notes) return
  const { steps } = call.notes
  const previous = steps.at(-1)
  if (previous) previous.endedAt ??= performance.now()
  if (named && steps.length < maxSteps) steps.push({ ...named, ...takeNote(call) })
}

/** Notes the error with which the last step of a call with notes has ended. */
export function noteError({ notes }: Call, { thrown, status }: GatewayError): void {
  const step = notes?.steps.at(-1)
  if (step) step.error = `error ${thrown.name}, ${status}`
}

/** Returns the stages of a call that has ended. `finishedAt` is on the monotonic clock. */
export function renderCourse(call: Call, finishedAt: number): CallCourse | undefined {
  if (!call.notes) return undefined
  const { steps, attempts } = call.notes
  const startedAt = call.startedAtMonotonic
  const last = takeNote(call)
  return {
    totalMs: round(finishedAt - startedAt),
    stages: steps.map((step, index): CallStage => {
      const { policy, place, at, endedAt = finishedAt } = step
      const changes = place === undefined ? [] : listChanges(step, steps[index + 1] ?? last)
      return { stage: policy, place, startMs: round(at - startedAt), tookMs: round(endedAt - at), changes }
    }),
    attempts: attempts.map(({ startMs, tookMs, ...attempt }) => ({
      ...attempt,
      startMs: round(startMs - startedAt),
      tookMs: tookMs && round(tookMs),
    })),
  }
}

/** Returns the milliseconds rounded to microseconds. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}

/** Returns the differences of two notes without values. */
function listChanges(before: NotedStep, after: Omit<NotedStep, 'policy' | 'place'>): string[] {
  if (before.error !== undefined) return [before.error]
  if (after.isResponse && !before.isResponse) return [`response ${after.status}`]
  const added = findNewHeaders(before.headers, after.headers).filter((_, index) => index % 2 === 0)
  const removed = before.headers.filter((name, at) => at % 2 === 0 && !hasHeader(after.headers, name))
  return [
    ...(after.status !== before.status ? [`status ${before.status} to ${after.status}`] : []),
    ...new Set(added.map((name) => `header ${name}`)),
    ...removed.map((name) => `without header ${name}`),
    ...(after.body !== before.body ? ['body'] : []),
    ...listVariables(before, after).map(({ name }) => `variable ${name}`),
  ]
}

function takeNote({ message }: Call): Omit<NotedStep, 'policy' | 'place'> {
  const { headers, status, isResponse, payload, decoded, variables } = message
  const body = decoded && decoded.payload === payload ? decoded.body : payload
  return { at: performance.now(), headers: headers.slice(), status, isResponse, body, variables: new Map(variables) }
}

/** Returns the steps of a call that has ended. `keepsBodies` is false where only headers are kept. */
export function renderSteps(call: Call, keepsBodies: boolean, secretNames: readonly string[]): RecordedStep[] {
  const steps = call.notes?.steps ?? []
  const last = takeNote(call)
  return steps.flatMap((step, index) => {
    const next = steps[index + 1] ?? last
    const { policy, place, at, isResponse, status } = step
    if (place === undefined) return []
    const read = keepsBodies ? (renderNotedBody(call, step, maxReadLength) ?? renderReceived(call, step)) : undefined
    const wrote = keepsBodies && next.body !== step.body ? renderNotedBody(call, next) : undefined
    const variables = keepsBodies ? listVariables(step, next) : []
    return {
      policy,
      place,
      tookMs: round((step.endedAt ?? next.at) - at),
      read: { isResponse, status: isResponse ? status : undefined, body: read },
      wrote: {
        status: next.isResponse && (next.status !== status || !isResponse) ? next.status : undefined,
        headers: maskHeaders(findNewHeaders(step.headers, next.headers), secretNames),
        removed: step.headers.filter((name, at) => at % 2 === 0 && !hasHeader(next.headers, name)),
        body: wrote,
        variables,
      },
    }
  })
}

function renderNotedBody(call: Call, { body, headers }: Pick<NotedStep, 'body' | 'headers'>, maxLength = Infinity) {
  if (!body || body.length === 0) return undefined
  const start = new BodyStart()
  start.add(body)
  const plain = headers.filter((_, index) => !/^content-encoding$/i.test(headers[index - (index % 2)] ?? '')) // it is decoded
  return cut(redactBody(renderBody(start, plain), call.outcome.redactText), maxLength)
}

function cut(body: RecordedBody, maxLength: number): RecordedBody {
  if ((body.text?.length ?? 0) <= maxLength) return body
  return { ...body, text: body.text?.slice(0, maxLength), isCut: true }
}

/** Returns the beginning of the body that the caller sent, for policies before which nothing had read it. */
function renderReceived(call: Call, { isResponse, body }: NotedStep): RecordedBody | undefined {
  if (isResponse || body || !call.observer || call.observer.requestBody.length === 0) return undefined
  return cut(
    redactBody(renderBody(call.observer.requestBody, call.request.rawHeaders), call.outcome.redactText),
    maxReadLength,
  )
}

/** Returns the headers of the second list that the first one lacks, as a flat list. */
function findNewHeaders(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before.map((text, index) => (index % 2 === 0 ? `${text}\0${before[index + 1]}` : '')))
  return after.filter((_, index) => {
    const at = index - (index % 2)
    return !known.has(`${after[at]}\0${after[at + 1]}`)
  })
}

function hasHeader(headers: readonly string[], name: string): boolean {
  return headers.some((each, index) => index % 2 === 0 && each.toLowerCase() === name.toLowerCase())
}

function listVariables(before: NotedStep, after: Pick<NotedStep, 'variables'>): RecordedStep['wrote']['variables'] {
  return [...after.variables]
    .filter(([name, value]) => !isDeepStrictEqual(before.variables.get(name), value))
    .map(([name, value]) => ({ name, value: isSecretName(name) ? mask : renderValue(value) }))
}

function renderValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return (maskJson(text) ?? maskValue(text)).slice(0, maxVariableLength)
}
