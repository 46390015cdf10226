export { openRequestTracing, type RequestTracing } from './request-tracing.ts'
export type { SamplerSettings, TracingSettings } from './tracer.ts'
