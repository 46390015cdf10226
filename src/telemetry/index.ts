export { limitContent } from './call-log/limit-content.ts'
export { openTelemetry, type Telemetry } from './telemetry.ts'
