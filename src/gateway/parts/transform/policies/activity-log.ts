/** The policies `activity-log` and `log`: they decide what the call log keeps of a call that reaches them. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { locateWithin } from '../../../data-plane/errors/document-error.ts'
import { definePolicy } from '../../../data-plane/policy/policy.ts'
import { renderTemplate } from '../../../data-plane/templates/render-template.ts'
import { compileTemplate } from '../../../data-plane/templates/template.ts'

const contents = ['none', 'activity', 'header', 'payload'] as const

const activityLogSettings = Type.Object({
  content: Type.Enum(contents, { default: 'activity', description: 'What is kept of calls that are served' }),
  'success-content': Type.Optional(
    Type.Enum(contents, { description: 'Another name of content, before which it goes' }),
  ),
  'error-content': Type.Optional(Type.Enum(contents, { description: 'What is kept of rejected calls; like content' })),
  enabled: Type.Boolean({ default: true, description: 'Whether the policy decides anything' }),
})

export const activityLogPolicy = definePolicy({
  policy: 'activity-log',
  settings: activityLogSettings,

  build({ content, 'success-content': success = content, 'error-content': error = success, enabled }) {
    if (!enabled) return () => undefined
    const activityLog = { success, error }
    return function activityLogStep(call) {
      call.outcome.activityLog = activityLog
      return undefined
    }
  },
})

const logSettings = Type.Object({
  mode: Type.Enum(['gather-only', 'send-only', 'gather-and-send'], {
    default: 'gather-only',
    description: 'No effect: a call is logged once, when it has ended',
  }),
  'log-level': Type.String({
    default: 'default',
    pattern: '^(?:default|none|activity|header|payload|.*[$][(].+)$',
    'x-words': 'default, none, activity, header, payload, or a $(variable) with one of them',
    description: 'What is kept of the call; default: what the API says',
  }),
})

export const logPolicy = definePolicy({
  policy: 'log',
  settings: logSettings,

  build({ 'log-level': written }, { scope, location }) {
    const template = compileTemplate(written, scope, locateWithin(location, 'log-level'))
    return function log(call) {
      const text = renderTemplate(template, call)
      const level = contents.find((each) => each === text)
      call.outcome.activityLog = level && { success: level, error: level }
      return undefined
    }
  },
})
