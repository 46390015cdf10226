/** The policies `activity-log` and `log`: they decide what the call log keeps of a call that reaches them. */
import { Type } from '../../lib/json-schema/type.ts'
import { definePolicy } from '../policy/policy.ts'

const contents = ['none', 'activity', 'header', 'payload'] as const

const activityLogSettings = Type.Object({
  content: Type.Enum(contents, { default: 'activity', description: 'What is kept of calls that are served' }),
  'error-content': Type.Optional(Type.Enum(contents, { description: 'What is kept of rejected calls; like content' })),
})

export const activityLogPolicy = definePolicy({
  policy: 'activity-log',
  settings: activityLogSettings,

  build({ content, 'error-content': errorContent = content }) {
    const activityLog = { success: content, error: errorContent }
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
  'log-level': Type.Enum(['default', ...contents], {
    default: 'default',
    description: 'What is kept of the call; default: what the API says',
  }),
})

export const logPolicy = definePolicy({
  policy: 'log',
  settings: logSettings,

  build({ 'log-level': level }) {
    const activityLog = level === 'default' ? undefined : { success: level, error: level }
    return function log(call) {
      call.outcome.activityLog = activityLog
      return undefined
    }
  },
})
