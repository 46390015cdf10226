/** Checks the parameters of a call against the contract of its operation. */
import { parseCookies } from '../../../../shared/http/request/cookies.ts'
import type { JsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { decodePercent } from '../../../../shared/lib/text/decode-percent.ts'
import type { ApiContract, MembersContract, OperationContract, ParameterContract } from '../../../config/types/index.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import { type BodyCheck, buildBodyCheck, type ContractViolation } from './body.ts'
import { parseObjectMembers, parseParameterText } from './parameter-text.ts'
import type { FindSchemaCheck, SchemaCheck } from './schema-checks.ts'

type ParameterCheck = (call: Call, query: URLSearchParams) => ContractViolation | undefined

/** Returns a check that finds the first parameter that violates the contract, in the request as it was received. */
function buildParameterCheck(
  { parameters }: OperationContract,
  checks: FindSchemaCheck,
): (call: Call) => ContractViolation | undefined {
  const each = parameters.map((parameter) => buildOne(parameter, checks(parameter.schema)))

  return function checkParameters(call) {
    const query = new URLSearchParams(call.target.receivedSearch)
    for (const check of each) {
      const violation = check(call, query)
      if (violation) return violation
    }
    return undefined
  }
}

function buildOne(parameter: ParameterContract, checkValue: SchemaCheck): ParameterCheck {
  return parameter.members ? buildObject(parameter, parameter.members, checkValue) : buildValue(parameter, checkValue)
}

/** Builds the check of a parameter that is an object, in one of the forms of OpenAPI 3 section 4.7.12.3. */
function buildObject(
  parameter: ParameterContract,
  { notation, fields }: MembersContract,
  checkValue: SchemaCheck,
): ParameterCheck {
  const name = `${parameter.in} parameter ${parameter.name}`
  const buildViolation = (text: string): ContractViolation => ({ text, location: checkValue.location })
  const readTexts = buildReader(parameter)
  const opening = `${parameter.name}[`

  return (call, query) => {
    const pairs = readPairs(call, query)
    if (pairs === undefined) return buildViolation(`${name} must be a list of members and values in pairs`)
    if (pairs.length === 0) return parameter.required ? buildViolation(`${name} is missing`) : undefined
    const fault = checkValue(parseObjectMembers(pairs, fields), name)
    return fault === undefined ? undefined : buildViolation(fault)
  }

  function readPairs(call: Call, query: URLSearchParams): (readonly [string, string])[] | undefined {
    if (notation === 'in brackets')
      return [...query].flatMap(([key, text]) =>
        key.startsWith(opening) && key.endsWith(']') ? [[key.slice(opening.length, -1), text] as const] : [],
      )
    if (notation === 'by themselves') {
      const all = parameter.in === 'cookie' ? decodeCookies(call) : [...query]
      return all.filter(([key]) => fields.has(key))
    }
    const items = readTexts(call, query).flatMap((text) => split(text, ','))
    if (notation === 'in pairs') return items.map(splitPair)
    if (items.length % 2 === 1) return undefined
    return items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : []))
  }
}

function splitPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
}

function buildValue(parameter: ParameterContract, checkValue: SchemaCheck): ParameterCheck {
  const { required, separator, types } = parameter
  const name = `${parameter.in} parameter ${parameter.name}`
  const buildViolation = (text: string): ContractViolation => ({ text, location: checkValue.location })
  const readTexts = buildReader(parameter)

  return (call, query) => {
    const texts = readTexts(call, query)
    const [first] = texts
    if (first === undefined) return required ? buildViolation(`${name} is missing`) : undefined
    if (separator === undefined) {
      if (texts.length > 1) return buildViolation(`${name} occurs more than once`)
      const fault = findFault(first)
      return fault === undefined ? undefined : buildViolation(fault)
    }
    const values = separator === 'repeated' ? texts : texts.flatMap((each) => split(each, separator))
    const fault = checkValue(
      values.map((text) => parseParameterText(text, types)),
      name,
    )
    return fault === undefined ? undefined : buildViolation(fault)
  }

  /** When the schema has no type, the text may be meant as a string or as the number that it represents. */
  function findFault(text: string): string | undefined {
    const fault = checkValue(types.length > 0 ? parseParameterText(text, types) : text, name)
    if (fault === undefined || types.length > 0) return fault
    return checkValue(parseParameterText(text, ['number', 'boolean']), name) === undefined ? undefined : fault
  }
}

function buildReader({ name, in: location }: ParameterContract): (call: Call, query: URLSearchParams) => string[] {
  if (location === 'query') return (_, query) => query.getAll(name)
  if (location === 'header') {
    const lower = name.toLowerCase()
    return ({ request }) => request.headersDistinct[lower] ?? []
  }
  if (location === 'cookie') return (call) => decodeCookies(call).flatMap(([key, text]) => (key === name ? [text] : []))
  return ({ route: { endpoint, parameters } }) => {
    const value = parameters[endpoint?.parameterNames.indexOf(name) ?? -1]
    return value === undefined ? [] : [decodeURIComponent(value)]
  }
}

/** Cookie values are percent-encoded like query values (OpenAPI 3); malformed ones are used as they are. */
function decodeCookies({ request }: Call): [name: string, text: string][] {
  return parseCookies(request.headers.cookie).map(([name, text]) => [name, decodePercent(text)])
}

function split(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator).map((each) => each.trim())
}

/** Returns the checks of all operations by `METHOD /path`. Throws a `DocumentError` for a schema that is not valid. */
export function buildOperationChecks(
  { operations }: ApiContract,
  checks: FindSchemaCheck,
  withParameters: boolean,
  limits?: JsonLimits,
) {
  return new Map([...operations].map(([key, each]) => [key, buildChecks(each, checks, withParameters, limits)]))
}

function buildChecks(
  contract: OperationContract,
  checks: FindSchemaCheck,
  withParameters: boolean,
  limits: JsonLimits | undefined,
) {
  const { body, location } = contract
  const responses = new Map(
    [...contract.responses].map(([status, each]) => [status, buildBodyCheck(each, checks, location, limits)]),
  )
  return {
    /** Checks the parameters of a call; undefined when they are not checked. */
    parameters: withParameters && contract.parameters.length > 0 ? buildParameterCheck(contract, checks) : undefined,
    /** Checks the body of a request; undefined when the contract has none. */
    body: body && buildBodyCheck(body, checks, location, limits),
    /** Returns the check of the body of a response; undefined when the contract does not mention the status. */
    response: (status: number): BodyCheck | undefined =>
      responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('DEFAULT'),
  }
}
