/** The policy `validate`: checks the request against the OpenAPI document; after the upstream, the response. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Api } from '../../config/types/index.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { CallStepResult } from '../../data-plane/call/call-progress.ts'
import {
  AlreadyReportedError,
  DocumentError,
  locateWithin,
  type ValueLocation,
} from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { BodyDecodingError, readDecodedBody } from '../../data-plane/message/decoded-body.ts'
import { findHeader } from '../../data-plane/message/headers.ts'
import { definePolicy } from '../../data-plane/policy/policy.ts'
import {
  buildMalformedError,
  findBodyError,
  findBodyLimit,
  findThreadLimits,
  payloadLimitSchema,
} from '../../data-plane/policy/read-body.ts'
import { compileValueReader } from '../../data-plane/templates/value-reader.ts'
import { type BodyCheck, type ContractViolation, checkJsonBody } from './contract/body.ts'
import { buildOperationChecks } from './contract/parameters.ts'
import { type FindSchemaCheck, openSchemaChecks } from './contract/schema-checks.ts'

const settings = Type.Object({
  'validate-against': Type.Optional(
    Type.Enum(['body-param', 'response-param', 'definition', 'url', 'wsdl'], {
      description:
        'Default: parameters and body of a request, or the body of a response. url: xml-schema; wsdl: the WSDL of the API',
    }),
  ),
  definition: Type.Optional(
    Type.String({ description: 'A schema of the document, #/definitions/NAME; or request, or response' }),
  ),
  input: Type.String({ default: 'message', minLength: 1, description: 'The message whose body is checked' }),
  output: Type.Optional(Type.String({ description: 'No effect: the name of input; the message is not changed' })),
  'xml-validation-mode': Type.Enum(['xsd', 'soap-body', 'wsdl'], {
    default: 'xsd',
    description: 'What is checked: the body, the elements of the Body of SOAP, or the same with the schemas of a WSDL',
  }),
  'xml-schema': Type.Optional(Type.String({ description: 'The text of the XML schema: $file{order.xsd}' })),
  'wsdl-schema': Type.Optional(Type.String({ description: 'The text of the WSDL: $file{order.wsdl}' })),
  'json-schema': Type.Optional(Type.String({ description: 'Not used: name a schema of the document by definition' })),
  'compile-settings': Type.Optional(Type.Unknown({ description: 'No effect: schemas are always checked' })),
  'payload-limit': payloadLimitSchema,
})

/** What the policy checks: the message in its direction, only requests, only responses, or a body against a schema. */
type ValidationTarget = 'message' | 'request' | 'response' | { pointer: string }

export const validatePolicy = definePolicy({
  policy: 'validate',
  settings,

  hasBackgroundWork: (settings) => isXml(settings['validate-against']),
  keepsRequestBody: ({ input }) => input === 'request',
  contract: ({ definition }) => (definition?.startsWith('#') ? [{ pointer: definition, path: ['definition'] }] : []),

  build(settings, context) {
    const { api, location, deps, scope } = context
    const { input, output = input } = settings
    if (output !== input)
      throw new DocumentError(
        locateWithin(location, 'output'),
        `output must be ${input}, the name of input - found "${output}"; set-variable copies a message`,
      )
    if (isXml(settings['validate-against'])) {
      const { buildXmlValidation: build } = context.tables
      if (!build) throw new DocumentError(location, 'this gateway has no part that validates XML')
      const reject = (call: Call, text: string) => rejectMessage(call, { text, location }, call.message.isResponse)
      const check = build(settings, context, reject)
      return (call) => (input === 'message' && hasNoWholeBody(call) ? undefined : check(call))
    }
    const { contract } = api
    if (!contract) throw new DocumentError(location, 'validate finds no contract: the API has no OpenAPI document')
    const target = findTarget(settings['validate-against'], settings.definition, location)
    const checks = openSchemaChecks(contract, deps.isChecked)
    const limits = findThreadLimits(api)
    const schemaCheck =
      typeof target === 'object' ? buildDefinitionCheck(checks, api, target.pointer, location) : undefined
    const operations = schemaCheck ? undefined : buildOperationChecks(contract, checks, target === 'message', limits)
    const { 'payload-limit': maxBytes = findBodyLimit(api) } = settings
    const malformed = buildMalformedError(location)
    const readOther = input === 'message' ? undefined : compileValueReader(`${input}.body`, scope)

    return function validate(call) {
      const { method, path } = call.route.requireEndpoint().operation
      const isResponse = target === 'response' || (target !== 'request' && call.message.isResponse)
      const operation = operations?.get(`${method} ${path}`)
      const violation = isResponse ? undefined : operation?.parameters?.(call)
      if (violation) return rejectMessage(call, violation, isResponse)
      if (!readOther && hasNoWholeBody(call)) return undefined
      const check = schemaCheck ?? (isResponse ? operation?.response(call.message.status) : operation?.body)
      return check ? checkBody(call, check, isResponse) : undefined
    }

    async function checkBody(call: Call, check: BodyCheck, isResponse: boolean): Promise<CallStepResult> {
      try {
        const violation = readOther
          ? await check(Buffer.from(renderBody(readOther(call))), undefined)
          : await check(await readDecodedBody(call, maxBytes), findHeader(call.message.headers, 'content-type'))
        return violation && rejectMessage(call, violation, isResponse)
      } catch (error) {
        if (error instanceof BodyDecodingError)
          return rejectMessage(call, { text: error.message, location }, isResponse)
        return findBodyError(call, error, malformed)
      }
    }
  },
})

/** Returns whether the message is a response without a body, or with a part of one: RFC 9110 sections 6.4.1 and 15.3.7. */
function hasNoWholeBody({ method, message: { isResponse, status } }: Call): boolean {
  return isResponse && (method === 'HEAD' || status === 204 || status === 205 || status === 206 || status === 304)
}

/** Returns the text of a body that a policy has set, which may be a value of JSON. */
function renderBody(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isXml(against: string | undefined): boolean {
  return against === 'url' || against === 'wsdl'
}

const acceptedDefinitions = '#/definitions/NAME, request or response'

function findTarget(
  against: string | undefined,
  definition: string | undefined,
  location: ValueLocation,
): ValidationTarget {
  if (against === 'body-param') return 'request'
  if (against === 'response-param') return 'response'
  if (definition === 'request' || definition === 'response') return definition
  if (definition?.startsWith('#')) return { pointer: definition }
  if (definition !== undefined)
    throw new DocumentError(
      locateWithin(location, 'definition'),
      `definition must be ${acceptedDefinitions} - found "${definition}"`,
    )
  if (against === undefined) return 'message'
  throw new DocumentError(
    locateWithin(location, 'validate-against'),
    `validate-against definition needs a definition: ${acceptedDefinitions}`,
  )
}

function buildDefinitionCheck(
  checks: FindSchemaCheck,
  api: Pick<Api, 'contract' | 'bodyLimits'>,
  pointer: string,
  location: ValueLocation,
): BodyCheck {
  const index = api.contract?.named.get(pointer)
  if (index === undefined)
    throw new AlreadyReportedError(locateWithin(location, 'definition'), `definition "${pointer}" points to nothing`)
  const check = checks(index)
  const limits = findThreadLimits(api)
  return (body) => checkJsonBody(body, check, limits)
}

/** Returns the error of a violation. A caller reads the violation of a request; the violation of a response is only logged. */
function rejectMessage(call: Call, { text, location }: ContractViolation, isResponse: boolean): GatewayError {
  call.outcome.detail = text
  return isResponse
    ? new GatewayError('answer_invalid', { location })
    : new GatewayError('payload_invalid', { text, location })
}
