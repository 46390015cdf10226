/** Handler that explains why the gateway rejected a call: the checks in order, and advice. */
import type { Explanation } from '../../contract/access/explanation.ts'
import { renderTest } from '../../contract/access/render-test.ts'
import { clientNetwork, toClientNetwork } from '../../http/request/client-address.ts'
import { findOwnApplication } from '../applications/own-applications.ts'
import { viewCourse } from '../configuration/call-log.ts'
import { FileResponse } from '../context/file-response.ts'
import { findOwnApplications, type PortalContext, type ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { findAdvice } from './advice.ts'

export const showExplanation: ResourceHandler<'GET /explanations/:request'> = async (context) => {
  const { found, seesDocuments } = await findVisibleCall(context)
  const { application, course } = found

  return {
    requestId: found.requestId,
    at: new Date(found.at).toISOString(),
    method: found.method,
    path: found.path,
    status: found.status,
    reason: found.reason,
    advice: findAdvice(found.reason),
    ...(application !== undefined && { application }),
    ...(course && seesDocuments && { course: viewCourse(course) }),
    // `place` is a file and line of the operator's documents; developers must not see it.
    checks: found.checks.map(({ check, outcome, seen, wanted }) => ({
      check,
      outcome,
      ...(seen !== undefined && { seen }),
      ...(wanted !== undefined && { wanted }),
    })),
  }
}

/** Handler that makes a test of a call, for a file beside the documents. */
export const downloadTest: ResourceHandler<'GET /explanations/:request/test.yaml'> = async (context) => {
  const { found } = await findVisibleCall(context)
  try {
    return new FileResponse('call.test.yaml', 'application/yaml; charset=utf-8', renderTest(found))
  } catch (error) {
    throw new PortalError('no_test', { detail: `No test can be made of this call: ${(error as Error).message}.` })
  }
}

/** Returns the call of the path. Throws for one that the user may not see. */
async function findVisibleCall(context: Pick<PortalContext, 'request' | 'user' | 'deps' | 'params'>) {
  const { deps, params, user } = context
  const found = await deps.findExplanation(params.request ?? '')
  const seesDocuments = user.isOwner && deps.settings.ownersEditDocuments
  // The course of a call, and how it was served, name upstreams and places in documents.
  const isHidden = found?.reason === 'served' && !seesDocuments
  if (!found || isHidden || !isOwn(found, context)) throw new PortalError('unknown_request')
  return { found, seesDocuments }
}

/**
 * Returns whether the user may see the explanation: the call came from an application of the user, or it had no
 * application and came from the IP address of the user. An owner who may change documents sees all of the catalog.
 */
function isOwn(
  { catalog, application, remote }: Explanation,
  context: Pick<PortalContext, 'request' | 'user' | 'deps'>,
): boolean {
  if (catalog !== undefined && catalog !== context.deps.catalog.path) return false
  // Owners who may change documents see every rejected call of the catalog on the live page.
  if (catalog !== undefined && context.user.isOwner && context.deps.settings.ownersEditDocuments) return true
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
