/** Every verb of `sluice apps`. */
import { create } from './create.ts'
import type { Verb } from './deps.ts'
import { list } from './list.ts'
import { resetSecret, retireSecret, verify } from './secrets.ts'
import { resume, suspend } from './state.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

export const verbs: Readonly<Record<string, Verb>> = {
  list,
  create,
  'reset-secret': resetSecret,
  'retire-secret': retireSecret,
  verify,
  subscribe,
  unsubscribe,
  suspend,
  resume,
}
