/** Handler that lists the last rejected calls of an application. `GET /explanations/:request` explains each of them. */
import { findOwnApplication } from '../applications/own-applications.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { findAdvice } from './advice.ts'

const maxCalls = 50

export const listRejectedCalls: ResourceHandler<'GET /applications/:application/rejections'> = async (context) => {
  const { name } = findOwnApplication(context)
  const found = await context.deps.listRejectedCalls(name)
  return found
    .sort((a, b) => b.at - a.at)
    .slice(0, maxCalls)
    .map(({ at, reason, ...call }) => ({
      ...call,
      reason,
      at: new Date(at).toISOString(),
      advice: findAdvice(reason),
    }))
}
