/** The rows of this part for the data plane. */
import type { ScriptRunner as Scripts } from '../../data-plane/policy/policy.ts'
import { activityLogPolicy, logPolicy } from './policies/activity-log.ts'
import { extractPolicy } from './policies/extract.ts'
import { gatewayscriptPolicy, javascriptPolicy } from './policies/gatewayscript.ts'
import { htmlPagePolicy } from './policies/html-page.ts'
import { mapPolicy } from './policies/map.ts'
import { parsePolicy } from './policies/parse.ts'
import { redactPolicy } from './policies/redact.ts'
import { throwPolicy } from './policies/throw.ts'
import { jsonToXmlPolicy, xmlToJsonPolicy } from './policies/xml-conversions.ts'
import { xsltPolicy } from './policies/xslt.ts'
import { ScriptRunner } from './scripts/script-runner.ts'

export { buildScriptedCondition } from './policies/scripted-condition.ts'
export { buildXmlValidation } from './policies/validate-xml.ts'

export const policies = [
  activityLogPolicy,
  extractPolicy,
  gatewayscriptPolicy,
  javascriptPolicy,
  htmlPagePolicy,
  jsonToXmlPolicy,
  logPolicy,
  mapPolicy,
  parsePolicy,
  redactPolicy,
  throwPolicy,
  xmlToJsonPolicy,
  xsltPolicy,
]

export const openScripts = (): Scripts => new ScriptRunner()
