/**
 * The policy `validate`: checks the message against the OpenAPI document. Before an upstream has responded it
 * checks the request, after that the response.
 */

import type { ApiContract, OperationContract } from '../../config/types/index.ts'
import { Type } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import type { StepResult } from '../call/step.ts'
import { type BodyCheck, buildBodyCheck, checkJsonBody } from '../contract/body.ts'
import type { ContractViolation } from '../contract/contract-violation.ts'
import { buildParameterCheck } from '../contract/parameters.ts'
import { type FindSchemaCheck, openSchemaChecks } from '../contract/schema-checks.ts'
import { DocumentError, locateWithin } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { BodyDecodingError, readDecodedBody } from '../message/decoded-body.ts'
import { findHeader } from '../message/headers.ts'
import { BodyTooLargeError } from '../message/message-body.ts'
import { definePolicy } from '../policy/policy.ts'
import { describeError, findUpstreamError } from '../upstream/upstream-errors.ts'

const settings = Type.Object({
  'validate-against': Type.Optional(
    Type.Enum(['body-param', 'response-param', 'definition'], {
      description: 'Without it: the parameters and the body of the request, or the body of a response',
    }),
  ),
  definition: Type.Optional(
    Type.String({ description: 'A schema of the document, #/definitions/NAME; or request, or response' }),
  ),
  input: Type.Literal('message', { default: 'message' }),
  output: Type.Enum(['', 'message'], { default: 'message', description: 'Nothing is changed' }),
  'payload-limit': Type.Integer({
    minimum: 1,
    maximum: 64 * 1024 * 1024,
    default: 4 * 1024 * 1024,
    description: 'Bytes of the body; more is refused. A member of our own',
  }),
})

type Mode = 'message' | 'request' | 'response' | 'schema'

export const validatePolicy = definePolicy({
  policy: 'validate',
  settings,

  contract: ({ definition }) => (definition?.startsWith('#') ? [definition] : []),

  build(settings, { api, place, deps }) {
    const { contract } = api
    if (!contract)
      throw new DocumentError(place, 'validate finds no contract: the API has no OpenAPI document')
    const { definition } = settings
    const mode = findMode(settings['validate-against'], definition)
    if (mode === undefined)
      throw new DocumentError(
        locateWithin(place, 'validate-against'),
        'validate-against definition needs a definition: #/definitions/NAME, request or response',
      )

    const checks = openSchemaChecks(contract, deps.isChecked)
    const schemaCheck =
      mode === 'schema' ? findSchemaCheck(checks, contract, definition as string) : undefined
    const operations = schemaCheck ? undefined : buildOperationChecks(contract, checks, mode)
    const limit = settings['payload-limit']
    const tooLarge = new GatewayError('payload_too_large', { place })

    return function validate(call) {
      const { method, path } = call.route.requireEndpoint().operation
      const isResponse = mode === 'response' || (mode !== 'request' && call.outcome.upstreamRespondedAt > 0)
      const operation = operations?.get(`${method} ${path}`)
      const violation = isResponse ? undefined : operation?.parameters?.(call)
      if (violation) return rejectMessage(call, violation, isResponse)
      const check = schemaCheck ?? (isResponse ? operation?.response(call.message.status) : operation?.body)
      return check ? checkBody(call, check, isResponse) : undefined
    }

    async function checkBody(call: Call, check: BodyCheck, isResponse: boolean): Promise<StepResult> {
      try {
        const violation = check(
          await readDecodedBody(call, limit),
          findHeader(call.message.headers, 'content-type'),
        )
        return violation && rejectMessage(call, violation, isResponse)
      } catch (error) {
        if (error instanceof BodyDecodingError)
          return rejectMessage(call, { text: error.message, place }, isResponse)
        call.outcome.detail = describeError(error)
        return error instanceof BodyTooLargeError ? tooLarge : findUpstreamError(error)
      }
    }
  },
})

function findMode(against: string | undefined, definition: string | undefined): Mode | undefined {
  if (against === 'body-param') return 'request'
  if (against === 'response-param') return 'response'
  if (definition === undefined) return against === undefined ? 'message' : undefined
  if (definition.startsWith('#')) return 'schema'
  return definition === 'request' || definition === 'response' ? definition : undefined
}

function findSchemaCheck(checks: FindSchemaCheck, { named }: ApiContract, definition: string): BodyCheck {
  const check = checks(named.get(definition) as number)
  return (body) => checkJsonBody(body, check)
}

interface OperationChecks {
  parameters: ((call: Call) => ContractViolation | undefined) | undefined
  body: BodyCheck | undefined
  response(status: number): BodyCheck | undefined
}

function buildOperationChecks(
  { operations }: ApiContract,
  checks: FindSchemaCheck,
  mode: Mode,
): ReadonlyMap<string, OperationChecks> {
  return new Map(
    [...operations].map(([key, contract]) => [key, buildChecks(contract, checks, mode === 'message')]),
  )
}

function buildChecks(
  contract: OperationContract,
  checks: FindSchemaCheck,
  parameters: boolean,
): OperationChecks {
  const { body, place } = contract
  const responses = new Map(
    [...contract.responses].map(([status, each]) => [status, buildBodyCheck(each, checks, place)]),
  )
  return {
    parameters:
      parameters && contract.parameters.length > 0 ? buildParameterCheck(contract, checks) : undefined,
    body: body && buildBodyCheck(body, checks, place),
    response: (status) =>
      responses.get(String(status)) ??
      responses.get(`${Math.floor(status / 100)}XX`) ??
      responses.get('DEFAULT'),
  }
}

/**
 * Returns the error of a violation. A caller reads the violation of a request; the violation of a response is
 * only logged.
 */
function rejectMessage(call: Call, { text, place }: ContractViolation, isResponse: boolean): GatewayError {
  call.outcome.detail = text
  return isResponse
    ? new GatewayError('answer_invalid', { place })
    : new GatewayError('payload_invalid', { text, place })
}
