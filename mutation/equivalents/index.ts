/** The equivalent mutants of all modules. */
import type { Equivalent } from '../equivalent.ts'
import { console } from './console.ts'
import { consumers } from './consumers.ts'
import { gateway } from './gateway.ts'
import { http } from './http.ts'
import { lib } from './lib.ts'
import { mqweb } from './mqweb.ts'
import { oauth } from './oauth.ts'
import { portal } from './portal.ts'
import { qm } from './qm.ts'
import { runtime } from './runtime.ts'
import { storage } from './storage.ts'

export const equivalents: readonly Equivalent[] = [
  ...console,
  ...consumers,
  ...gateway,
  ...http,
  ...lib,
  ...mqweb,
  ...oauth,
  ...portal,
  ...qm,
  ...runtime,
  ...storage,
]
