/** Reads the whole body for a policy, and returns the error for a body that cannot be read. */
import { JsonLimitError, type JsonLimits, jsonLimits } from '../../../shared/lib/collections/json-object.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Api, SourceLocation } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { BodyDecodingError, readDecodedBody } from '../message/decoded-body.ts'
import { BodyTooLargeError } from '../message/message-body.ts'
import { describeError, findUpstreamError } from '../upstream/upstream-errors.ts'

/** Returns the limit for policies without a setting of their own, in bytes. */
export function findBodyLimit({ bodyLimits }: Pick<Api, 'bodyLimits'>): number {
  return bodyLimits?.bytes ?? jsonLimits.bytes
}

/** The schema of the setting `payload-limit`. */
export const payloadLimitSchema = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 64 * 1024 * 1024,
    description:
      'The maximum size of the body in bytes. Default: `bytes` of `body-limits`, 4194304. A member of Sluice',
  }),
)

const unlimited = Number.POSITIVE_INFINITY

/**
 * Returns the limits of bodies that a thread with a deadline parses: those of the documents alone. The bytes are
 * counted where the body is read. Returns undefined without such limits.
 */
export function findThreadLimits({ bodyLimits }: Pick<Api, 'bodyLimits'>): JsonLimits | undefined {
  if (!bodyLimits) return undefined
  const { depth = unlimited, values = unlimited, members = unlimited, names = unlimited } = bodyLimits
  return { depth, values, members, names, bytes: unlimited }
}

/** Returns the error of a policy for a malformed body, with its place in the documents. */
export function buildMalformedError(location?: SourceLocation): GatewayError {
  return new GatewayError('payload_malformed', { location })
}

/** Returns the error for a body that cannot be read or is above a limit, and notes the reason for the log. */
export function findBodyError(call: Call, error: unknown, malformed: GatewayError): GatewayError {
  call.outcome.detail = describeError(error)
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof BodyDecodingError || code === 'ERR_ENCODING_NOT_SUPPORTED') return malformed
  if (!(error instanceof BodyTooLargeError || error instanceof JsonLimitError)) return findUpstreamError(error)
  const found = error instanceof JsonLimitError ? error.message : `it has ${error.message}`
  return rejectTooLarge(call, found, malformed.location)
}

/** Returns the error for a body above a limit, which the sentence `found` names. */
export function rejectTooLarge(call: Call, found: string, location?: SourceLocation): GatewayError {
  call.outcome.detail = found
  return new GatewayError('payload_too_large', { text: `The body of the message is too large: ${found}`, location })
}

/** The first step of assemblies with policies that may read the body of the caller after its replacement. */
export async function keepRequestBody(call: Call): Promise<CallStepResult> {
  try {
    call.message.requestPayload = await readDecodedBody(call, findBodyLimit(call.route))
    return undefined
  } catch (error) {
    return findBodyError(call, error, unplacedError)
  }
}

/** Returns a step that waits for the whole body of the message, for the step after it. `limit` is in bytes. */
export function buildBodyStep(
  location: SourceLocation,
  limit: number,
  read: (call: Call, limit: number) => Promise<Buffer> = readDecodedBody,
): CallStep {
  const malformed = buildMalformedError(location)
  return async function waitForBody(call) {
    try {
      await read(call, limit)
      return undefined
    } catch (error) {
      return findBodyError(call, error, malformed)
    }
  }
}

const unplacedError = buildMalformedError()
