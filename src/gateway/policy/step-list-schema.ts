/** A list of steps within the settings of a policy. The loader reads each step as it reads those of `execute`. */
import { Type } from '../../lib/json-schema/type.ts'

export const stepListSchema = Type.Array(Type.Unknown(), { 'x-list': 'steps' })
