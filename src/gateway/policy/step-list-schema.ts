/**
 * The schema of a list of steps within the settings of a policy. The loader reads each step like the steps of
 * `execute`.
 */
import { Type } from '../../lib/json-schema/type.ts'

export const stepListSchema = Type.Array(Type.Unknown(), { 'x-list': 'steps' })
