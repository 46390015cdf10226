/**
 * Describes what is wrong with a value in a sentence for the caller who sent it.
 *
 * The sentence names the member and the rule, never the value, so that an error response does not repeat input.
 */
import type { ErrorObject } from 'ajv'

const maxNameLength = 160
const maxListedValues = 20

/** Returns a sentence such as `body.customers[0].name must be string`. */
export function describeSchemaError({ instancePath, keyword, params, message }: ErrorObject, name: string): string {
  const here = clip(name + memberPath(instancePath))
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${clip(`${here}.${params.missingProperty}`)} is missing`
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${clip(`${here}.${params.additionalProperty ?? params.unevaluatedProperty}`)} is not a known member`
    case 'enum':
      return `${here} must be one of ${listValues(params.allowedValues)}`
    case 'const':
      return `${here} must be ${JSON.stringify(params.allowedValue)}`
    case 'type':
      return `${here} must be ${[params.type].flat().join(' or ')}`
    case 'false schema':
      return `${here} is not allowed`
    default:
      return `${here} ${message ?? 'does not match the schema'}`
  }
}

/** Renders a JSON pointer (RFC 6901) as a member path: `/customers/0/name` becomes `.customers[0].name`. */
function memberPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
}

function listValues(values: readonly unknown[]): string {
  const some = values.slice(0, maxListedValues).map((each) => JSON.stringify(each))
  return `${some.join(', ')}${values.length > maxListedValues ? ', …' : ''}`
}

function clip(text: string): string {
  return text.length > maxNameLength ? `${text.slice(0, maxNameLength - 1)}…` : text
}
