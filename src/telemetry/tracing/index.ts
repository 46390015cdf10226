export { openTraced } from './request-tracing.ts'
export type { Sampler, TracingSettings } from './settings.ts'
