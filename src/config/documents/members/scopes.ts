/** The schema of the scopes of a provider: a map of name to description (RFC 6749 section 3.3). */
import { Type } from '../../../lib/json-schema/type.ts'

export const scopesSchema = Type.Record(
  Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }),
  Type.Union([Type.String(), Type.Null()]),
  {
    default: {},
    description: 'The name of each scope, and its description for users.',
    additionalProperties: false,
    'x-names': 'a scope is printable ASCII without blanks, \'"\' and "\\"',
  },
)
