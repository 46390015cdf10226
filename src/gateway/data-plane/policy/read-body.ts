/** Reads the whole body for a policy, and returns the error for a body that cannot be read. */

import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { SourceLocation } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { BodyDecodingError, readDecodedBody } from '../message/decoded-body.ts'
import { BodyTooLargeError } from '../message/message-body.ts'
import { describeError, findUpstreamError } from '../upstream/upstream-errors.ts'

/** The errors of a policy, with its place in the documents. */
export interface BodyErrors {
  malformed: GatewayError
  tooLarge: GatewayError
}

/** The limit for policies without a setting of their own, in bytes. */
export const defaultBodyLimit = 4 * 1024 * 1024

/** The schema of the setting `payload-limit`. */
export const payloadLimitSchema = Type.Integer({
  minimum: 1,
  maximum: 64 * 1024 * 1024,
  default: defaultBodyLimit,
  description: 'The maximum size of the body in bytes. A member of Sluice',
})

export function buildBodyErrors(location: SourceLocation): BodyErrors {
  return {
    malformed: new GatewayError('payload_malformed', { location }),
    tooLarge: new GatewayError('payload_too_large', { location }),
  }
}

/** Returns the error for a body that `readDecodedBody` could not read, and notes the reason for the log. */
export function findBodyError(call: Call, error: unknown, { malformed, tooLarge }: BodyErrors): GatewayError {
  call.outcome.detail = describeError(error)
  if (error instanceof BodyDecodingError) return malformed
  return error instanceof BodyTooLargeError ? tooLarge : findUpstreamError(error)
}

/** The first step of assemblies with policies that may read the body of the caller after its replacement. */
export async function keepRequestBody(call: Call): Promise<CallStepResult> {
  try {
    call.message.requestPayload = await readDecodedBody(call, defaultBodyLimit)
    return undefined
  } catch (error) {
    return findBodyError(call, error, unplacedErrors)
  }
}

/** Returns a step that waits for the whole body of the message, for the step after it. `limit` is in bytes. */
export function buildBodyStep(
  location: SourceLocation,
  read: (call: Call, limit: number) => Promise<Buffer> = readDecodedBody,
  limit = defaultBodyLimit,
): CallStep {
  const errors = buildBodyErrors(location)
  return async function waitForBody(call) {
    try {
      await read(call, limit)
      return undefined
    } catch (error) {
      return findBodyError(call, error, errors)
    }
  }
}

const unplacedErrors: BodyErrors = {
  malformed: new GatewayError('payload_malformed'),
  tooLarge: new GatewayError('payload_too_large'),
}
