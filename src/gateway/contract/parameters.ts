/**
 * The parameters of a call against the contract of its operation.
 */
import type { OperationContract, ParameterContract } from '../../config/types.ts'
import type { Call } from '../call.ts'
import type { Endpoint } from '../endpoint.ts'
import type { SchemaCheck, SchemaChecks } from './schema-checks.ts'
import type { Verdict } from './verdict.ts'

type ParameterCheck = (call: Call, query: URLSearchParams) => Verdict | undefined

/** The first parameter that breaks the contract, as the request brought it. */
export function buildParameterCheck(
  { parameters }: OperationContract,
  checks: SchemaChecks,
): (call: Call) => Verdict | undefined {
  const each = parameters.map((parameter) => buildOne(parameter, checks(parameter.schema)))

  return function checkParameters(call) {
    const query = new URLSearchParams(call.receivedSearch)
    for (const check of each) {
      const verdict = check(call, query)
      if (verdict) return verdict
    }
    return undefined
  }
}

function buildOne(parameter: ParameterContract, fits: SchemaCheck): ParameterCheck {
  const { required, separator, types } = parameter
  const name = `${parameter.in} parameter ${parameter.name}`
  const say = (text: string): Verdict => ({ text, place: fits.place })
  const textsOf = reader(parameter)

  return (call, query) => {
    const texts = textsOf(call, query)
    if (texts.length === 0) return required ? say(`${name} is missing`) : undefined
    if (separator === undefined) {
      if (texts.length > 1) return say(`${name} stands more than once`)
      const fault = faultOf(texts[0] as string)
      return fault === undefined ? undefined : say(fault)
    }
    const values = separator === 'repeated' ? texts : texts.flatMap((each) => split(each, separator))
    const fault = fits(
      values.map((text) => spelt(text, types)),
      name,
    )
    return fault === undefined ? undefined : say(fault)
  }

  /** Of a schema that names no type a text may be meant as it is, or as the number that it spells. */
  function faultOf(text: string): string | undefined {
    const fault = fits(types.length > 0 ? spelt(text, types) : text, name)
    if (fault === undefined || types.length > 0) return fault
    return fits(spelt(text, ['number', 'boolean']), name) === undefined ? undefined : fault
  }
}

function reader({ name, in: location }: ParameterContract): (call: Call, query: URLSearchParams) => string[] {
  if (location === 'query') return (_, query) => query.getAll(name)
  if (location === 'header') {
    const lower = name.toLowerCase()
    return ({ request }) => request.headersDistinct[lower] ?? []
  }
  return ({ endpoint, parameters }) => {
    const value = parameters[(endpoint as Endpoint).parameterNames.indexOf(name)]
    return value === undefined ? [] : [decodeURIComponent(value)]
  }
}

function split(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator).map((each) => each.trim())
}

/** A text as the JSON value that it spells, where one of these types is wanted. */
function spelt(text: string, types: readonly string[]): unknown {
  const wantsNumber = types.includes('integer') || types.includes('number')
  if (wantsNumber && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
