/** Handler that explains why the gateway rejected a call: the checks in order, and advice; and what became of messages. */
import { clientNetwork, toClientNetwork } from '../../../../shared/http/request/client-address.ts'
import type { Explanation, MessageMovement } from '../../../contract/access/explanation.ts'
import { renderTest } from '../../../contract/access/render-test.ts'
import { findOwnApplication } from '../applications/own-applications.ts'
import { viewCourse } from '../configuration/call-log.ts'
import { FileResponse } from '../context/file-response.ts'
import {
  findOwnApplications,
  type PortalContext,
  type ResourceHandler,
  seesDocuments,
} from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { MessageMovementView } from '../rest/index.ts'
import { findAdvice } from './advice.ts'

export const showExplanation: ResourceHandler<'GET /explanations/:request'> = async (context) => {
  const found = await context.deps.findExplanation(context.params.request ?? '')
  const messages = viewMovements(found?.messages ?? [], context)
  const seesChecks = found !== undefined && isVisible(found, context)
  if (!found || !(seesChecks || messages.length > 0)) throw new PortalError('unknown_request')
  const { application, course, checks } = found
  const shown = isOwn(found, context)

  return {
    // The call that put a message, of another application, is not that of the user who took it.
    requestId: shown ? found.requestId : (context.params.request ?? ''),
    at: new Date(found.at).toISOString(),
    method: found.method,
    path: found.path,
    status: found.status,
    reason: found.reason,
    advice: findAdvice(found.reason),
    application: application !== undefined && shown ? application : undefined,
    course: course && seesChecks && seesDocuments(context) ? viewCourse(course) : undefined,
    // `place` is a file and line of the operator's documents; developers must not see it.
    checks: (seesChecks ? checks : []).map(({ check, outcome, seen, wanted }) => ({ check, outcome, seen, wanted })),
    messages: messages.length > 0 ? messages : undefined,
  }
}

/** Handler that makes a test of a call, for a file beside the documents. */
export const downloadTest: ResourceHandler<'GET /explanations/:request/test.yaml'> = async (context) => {
  const found = await context.deps.findExplanation(context.params.request ?? '')
  if (!found || !isVisible(found, context)) throw new PortalError('unknown_request')
  try {
    return new FileResponse('call.test.yaml', 'application/yaml; charset=utf-8', renderTest(found))
  } catch (error) {
    throw new PortalError('no_test', { detail: `No test can be made of this call: ${(error as Error).message}.` })
  }
}

type Asker = Pick<PortalContext, 'request' | 'user' | 'deps'>

/** Returns whether the user may see how a call was decided, which names upstreams and places in documents. */
function isVisible(found: Explanation, context: Asker): boolean {
  return (found.reason !== 'served' || seesDocuments(context)) && isOwn(found, context)
}

/**
 * Returns whether the user may see the explanation: the call came from an application of the user, or it had no
 * application and came from the IP address of the user. An owner who may change documents sees all of the catalog.
 */
function isOwn({ catalog, application, remote }: Explanation, context: Asker): boolean {
  if (catalog !== undefined && catalog !== context.deps.catalog.path) return false
  // Owners who may change documents see every rejected call of the catalog on the live page.
  if (catalog !== undefined && seesDocuments(context)) return true
  if (application !== undefined) return findOwnApplications(context).some(({ name }) => name === application)
  return remote !== undefined && toClientNetwork(remote) === clientNetwork(context.request)
}

const maxCalls = 50

/** Handler that lists the last rejected calls of an application. `GET /explanations/:request` explains each of them. */
export const listRejectedCalls: ResourceHandler<'GET /applications/:application/rejections'> = async (context) => {
  const { name } = findOwnApplication(context)
  const found = await context.deps.listRejectedCalls(name)
  return found
    .sort((a, b) => b.at - a.at)
    .slice(0, maxCalls)
    .map(({ at, reason, ...call }) => ({ ...call, reason, at: new Date(at).toISOString(), advice: findAdvice(reason) }))
}

/**
 * Returns the movements of messages that an application of the user has put or taken, without the applications of other users. An owner who
 * may change documents sees all of the catalog.
 */
function viewMovements(
  messages: readonly MessageMovement[],
  context: Pick<PortalContext, 'user' | 'deps'>,
): MessageMovementView[] {
  const seesAll = seesDocuments(context)
  const names = new Set<string | undefined>(findOwnApplications(context).map(({ name }) => name))
  const ofCatalog = messages.filter(({ catalog }) => catalog === context.deps.catalog.path)
  const own = ofCatalog.filter(({ application }) => names.has(application))
  const ownMessages = new Set(own.flatMap(({ messageId }) => messageId ?? []))
  // The messages of a batch have the trace of the call that put them. Others may use the same trace for their messages.
  const ownBatches = own.filter(({ how, messageId }) => how === 'put' && messageId === undefined)
  const isOfBatch = ({ traceId, queue }: MessageMovement) =>
    ownBatches.some((each) => each.traceId === traceId && (each.queue === queue || each.queue === undefined))
  const visible = ofCatalog.filter(
    (each) => seesAll || own.includes(each) || ownMessages.has(each.messageId ?? '') || isOfBatch(each),
  )
  return visible.map(({ how, at, queue, messageId, traceId, application, requestId }) => ({
    how,
    at: new Date(at).toISOString(),
    queue,
    message: messageId,
    trace: traceId,
    ...((seesAll || names.has(application)) && { requestId, application }),
  }))
}
