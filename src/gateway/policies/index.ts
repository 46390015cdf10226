/** Every policy that an assembly may use. */
import { invoke } from './invoke/invoke.ts'
import { operationSwitch } from './operation-switch.ts'
import { setVariable } from './set-variable.ts'

export const policies = [invoke, operationSwitch, setVariable] as const
