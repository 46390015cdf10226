/**
 * validate: holds the message against the OpenAPI document - the request, or the answer once an upstream has given it.
 */
import type { ApiContract, OperationContract } from '../../config/types/index.ts'
import { Type } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, within } from '../call/document-error.ts'
import type { Endpoint } from '../call/endpoint.ts'
import { Refusal } from '../call/refusals.ts'
import type { Outcome } from '../call/run.ts'
import { type BodyCheck, buildBodyCheck, checkJson } from '../contract/body.ts'
import { buildParameterCheck } from '../contract/parameters.ts'
import { type SchemaChecks, schemaChecks } from '../contract/schema-checks.ts'
import type { Verdict } from '../contract/verdict.ts'
import { BodyUndecodable, readContent } from '../message/decoded-body.ts'
import { findHeader } from '../message/headers.ts'
import { BodyTooLarge } from '../message/message-body.ts'
import { describeFailure, unansweredBecause } from '../upstream/failures.ts'
import { policy } from './types.ts'

const settings = Type.Object({
  'validate-against': Type.Optional(
    Type.Enum(['body-param', 'response-param', 'definition'], {
      description: 'Without it: the parameters and the body of the request, or the body of an answer',
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

export const validate = policy({
  policy: 'validate',
  settings,

  contract: ({ definition }) => (definition?.startsWith('#') ? [definition] : []),

  build(settings, { api, place, tools }) {
    const { contract } = api
    if (!contract)
      throw new DocumentError(place, 'validate finds no contract: the API has no OpenAPI document')
    const { definition } = settings
    const mode = modeOf(settings['validate-against'], definition)
    if (mode === undefined)
      throw new DocumentError(
        within(place, 'validate-against'),
        'validate-against definition needs a definition: #/definitions/NAME, request or response',
      )

    const checks = schemaChecks(contract, tools.isChecked)
    const look = mode === 'schema' ? lookAtSchema(checks, contract, definition as string) : undefined
    const operations = look ? undefined : operationChecks(contract, checks, mode)
    const limit = settings['payload-limit']
    const tooLarge = new Refusal('payload_too_large', { place })

    return function validate(call) {
      const { method, path } = (call.route.endpoint as Endpoint).operation
      const isAnswer = mode === 'response' || (mode !== 'request' && call.outcome.upstreamAnsweredAt > 0)
      const operation = operations?.get(`${method} ${path}`)
      const verdict = isAnswer ? undefined : operation?.parameters?.(call)
      if (verdict) return refuse(call, verdict, isAnswer)
      const check = look ?? (isAnswer ? operation?.answer(call.message.status) : operation?.body)
      return check ? checkBody(call, check, isAnswer) : undefined
    }

    async function checkBody(call: Call, check: BodyCheck, isAnswer: boolean): Promise<Outcome> {
      try {
        const verdict = check(
          await readContent(call, limit),
          findHeader(call.message.headers, 'content-type'),
        )
        return verdict && refuse(call, verdict, isAnswer)
      } catch (error) {
        if (error instanceof BodyUndecodable) return refuse(call, { text: error.message, place }, isAnswer)
        call.outcome.detail = describeFailure(error as Error)
        return error instanceof BodyTooLarge ? tooLarge : unansweredBecause(error as Error)
      }
    }
  },
})

function modeOf(against: string | undefined, definition: string | undefined): Mode | undefined {
  if (against === 'body-param') return 'request'
  if (against === 'response-param') return 'response'
  if (definition === undefined) return against === undefined ? 'message' : undefined
  if (definition.startsWith('#')) return 'schema'
  return definition === 'request' || definition === 'response' ? definition : undefined
}

function lookAtSchema(checks: SchemaChecks, { named }: ApiContract, definition: string): BodyCheck {
  const check = checks(named.get(definition) as number)
  return (body) => checkJson(body, check)
}

interface OperationChecks {
  parameters: ((call: Call) => Verdict | undefined) | undefined
  body: BodyCheck | undefined
  answer(status: number): BodyCheck | undefined
}

function operationChecks(
  { operations }: ApiContract,
  checks: SchemaChecks,
  mode: Mode,
): ReadonlyMap<string, OperationChecks> {
  return new Map(
    [...operations].map(([key, contract]) => [key, checksOf(contract, checks, mode === 'message')]),
  )
}

function checksOf(contract: OperationContract, checks: SchemaChecks, parameters: boolean): OperationChecks {
  const { body, place } = contract
  const answers = new Map(
    [...contract.responses].map(([status, each]) => [status, buildBodyCheck(each, checks, place)]),
  )
  return {
    parameters:
      parameters && contract.parameters.length > 0 ? buildParameterCheck(contract, checks) : undefined,
    body: body && buildBodyCheck(body, checks, place),
    answer: (status) =>
      answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? answers.get('DEFAULT'),
  }
}

/** Callers are told what is wrong with what they sent; what is wrong with an answer is told to the log. */
function refuse(call: Call, { text, place }: Verdict, isAnswer: boolean): Refusal {
  call.outcome.detail = text
  return isAnswer ? new Refusal('answer_invalid', { place }) : new Refusal('payload_invalid', { text, place })
}
