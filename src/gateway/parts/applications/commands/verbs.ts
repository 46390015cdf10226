/** Every verb of `sluice apps`. */
import type { AppsVerb } from './apps-verb.ts'
import { createVerb } from './create.ts'
import { exportVerb } from './export.ts'
import { importVerb } from './import.ts'
import { listVerb } from './list.ts'
import { replaceVerb, retireVerb, supersedeVerb } from './product-versions.ts'
import { resetSecretVerb, retireSecretVerb, verifySecretVerb } from './secrets.ts'
import { resumeVerb, subscribeVerb, suspendVerb, unsubscribeVerb } from './subscriptions.ts'

export const appsVerbs = {
  list: listVerb,
  create: createVerb,
  'reset-secret': resetSecretVerb,
  'retire-secret': retireSecretVerb,
  verify: verifySecretVerb,
  subscribe: subscribeVerb,
  unsubscribe: unsubscribeVerb,
  suspend: suspendVerb,
  resume: resumeVerb,
  supersede: supersedeVerb,
  replace: replaceVerb,
  retire: retireVerb,
  export: exportVerb,
  import: importVerb,
} as const satisfies Readonly<Record<string, AppsVerb>>
