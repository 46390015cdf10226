/** Why a call was refused: the checks in order, and what would help. */
import { ownApplications } from '../applications/own.ts'
import type { Handler } from '../call.ts'
import { Refusal } from '../http/refusal.ts'
import { adviceOn } from './advice.ts'

export const explain: Handler<'GET /explanations/:request'> = async (call) => {
  const { tools, params } = call
  const found = await tools.explain(params.request ?? '')
  if (!found) throw new Refusal('unknown_request')

  // A call that showed no application is nobody's; whoever knows its id made it.
  const { catalog, application } = found
  const isOthers =
    (catalog !== undefined && catalog !== tools.catalog.path) ||
    (application !== undefined && !ownApplications(call).some(({ name }) => name === application))
  if (isOthers) throw new Refusal('unknown_request')

  return {
    requestId: found.requestId,
    at: new Date(found.at).toISOString(),
    method: found.method,
    path: found.path,
    status: found.status,
    reason: found.reason,
    advice: adviceOn(found.reason),
    ...(application !== undefined && { application }),
    // Where it stands in the documents is the operator's affair.
    checks: found.checks.map(({ place: _, ...check }) => check),
  }
}
