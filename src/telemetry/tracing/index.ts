export { openRequestTracing } from './request-tracing.ts'
export type { SamplerSettings, TracingSettings } from './settings.ts'
